import { z } from 'zod';
import { mediaId, tag } from '../content/schema-parts.ts';
import { type BringFileOutcome, bringFile, type GivenFile } from '../files/bring-file.ts';
import type { FileDependencies } from '../files/change-file.ts';
import { cleanFileName } from '../files/file-name.ts';
import { FILE_LIMITS } from '../files/site-file.ts';
import type { MediaDependencies } from '../media/store-media.ts';
import { type Problem, schemaProblems, textProblems } from '../problems/problem.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { WHERE } from './import-pictures.ts';
import type { SourcedItem } from './item-reader.ts';

const text = (limit: number) => z.string().trim().min(1).max(limit).exactOptional();

const bytes = { file: z.string().min(1), name: z.string().min(1).exactOptional() };

const named = z.strictObject(bytes);

const schema = z.strictObject({
  ...bytes,
  poster: named.exactOptional(),
  id: mediaId.exactOptional(),
  tags: z.array(tag).max(FILE_LIMITS.tags).default([]),
  sourceLanguage: z.string().exactOptional(),
  languages: z
    .record(
      z.string(),
      z
        .strictObject({
          title: text(FILE_LIMITS.title),
          alt: text(FILE_LIMITS.alt),
          decorative: z.literal(true).exactOptional(),
          caption: text(FILE_LIMITS.caption),
          credit: text(FILE_LIMITS.credit),
          file: bytes.file.exactOptional(),
          name: bytes.name,
          captions: named.exactOptional(),
        })
        .refine(({ alt, decorative }) => alt === undefined || !decorative, {
          path: ['alt'],
          message: 'may not be given with decorative',
        }),
    )
    .default({}),
});

/** A file of the library as `exportItems` writes it: its bytes by the name of a file, and what it says in each language. */
export type ImportedFile = z.input<typeof schema>;

/** Whether a value is to be a file of the library, rather than an item. */
export function isFileValue(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'file' in value;
}

/** Reads a value as a file. @returns what is wrong with it otherwise */
export function readImportedFile(
  value: unknown,
  { locales, defaultLocale }: Pick<SiteConfig, 'locales' | 'defaultLocale'>,
): { problems: Problem[] } | { problems: []; file: z.output<typeof schema> & { sourceLanguage: string } } {
  const parsed = schema.safeParse(value);
  if (!parsed.success) return { problems: schemaProblems(parsed.error) };
  const file = { ...parsed.data, sourceLanguage: parsed.data.sourceLanguage ?? defaultLocale };
  const codes = locales.map(({ code }) => code);
  const named: [string, Problem['path']][] = [
    [file.sourceLanguage, ['sourceLanguage']],
    ...Object.keys(file.languages).map((code): [string, Problem['path']] => [code, ['languages', code]]),
  ];
  const unknown = named.filter(([code]) => !codes.includes(code));
  const problems = [
    ...textProblems(value),
    ...unknown.map(([code, path]) => ({ path, message: `the site has no language "${code}"` })),
  ];
  return problems.length > 0 ? { problems } : { problems: [], file };
}

/** Brings a file into the library. @returns what it is called, and what became of it or is wrong with it */
export async function importFile(
  dependencies: MediaDependencies & FileDependencies,
  source: Pick<SourcedItem, 'value' | 'readFile'>,
): Promise<{ id: string; problems: Problem[] } | { id: string; problems: []; outcome: FileImport }> {
  const read = readImportedFile(source.value, dependencies.config);
  if (!('file' in read)) return { id: '', problems: read.problems };
  const { id: wanted, tags, sourceLanguage } = read.file;
  const problems: Problem[] = [];
  const take = async (named: { file: string; name?: string }, path: Problem['path']) => {
    const found = await source.readFile(named.file);
    if (!found) problems.push({ path: [...path, 'file'], message: `there is no file "${named.file}": ${WHERE}` });
    return { name: cleanFileName(named.name ?? found?.name ?? '', 'img'), contents: found?.bytes ?? new Uint8Array() };
  };
  const first = await take(read.file, []);
  const languages: GivenFile['languages'] = {};
  const poster = read.file.poster && (await take(read.file.poster, ['poster']));
  for (const [code, { file, name, captions, ...texts }] of Object.entries(read.file.languages)) {
    const spoken = captions && (await take(captions, ['languages', code, 'captions']));
    const own = file === undefined ? undefined : await take({ file, ...(name && { name }) }, ['languages', code]);
    languages[code] = { ...texts, ...(own && { own }), ...(spoken && { captions: spoken }) };
  }
  if (problems.length > 0) return { id: first.name, problems };
  const outcome = await bringFile(dependencies, { id: wanted, ...first, tags, sourceLanguage, poster, languages });
  if (outcome.ok) return { id: first.name, problems: [], outcome: outcome.outcome };
  return { id: first.name, problems: [{ path: ['file'], message: `cannot be used: ${outcome.problem}` }] };
}

type FileImport = Extract<BringFileOutcome, { ok: true }>['outcome'];
