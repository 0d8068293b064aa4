import type { FieldDefinition } from '../content-types/content-type.ts';
import type { FileDependencies } from '../files/change-file.ts';
import { type StoreFileOutcome, storeFile } from '../files/store-file.ts';
import type { MediaDependencies } from '../media/store-media.ts';
import type { Problem } from '../problems/problem.ts';
import { fieldLink } from '../rich-text/link-target.ts';
import type { RichText } from '../rich-text/rich-text.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { ImportedItem } from './imported-item.ts';
import type { SourcedItem } from './item-reader.ts';

/** Gets the media id of a file that an item names; `undefined` if there is none. */
export type TakePicture = (
  name: string,
  place: Omit<Problem, 'message'>,
  options?: { isPicture: boolean },
) => Promise<string | undefined>;

/** Where the files that an item names are looked for. */
export const WHERE =
  'a path starts at the file that names it, or at a folder "media" beside that or one above, and stays in the imported folder';

/**
 * Stores the pictures that an item names, and collects problems.
 * @param known results of earlier pictures, by file key.
 */
export function pictureTaker(
  dependencies: MediaDependencies & FileDependencies,
  known: Map<string, Promise<StoreFileOutcome>>,
  source: SourcedItem,
  problems: Problem[],
): TakePicture {
  return async (name, place, options) => {
    const file = await source.readFile(name);
    if (!file) return void problems.push({ ...place, message: `there is no file "${name}": ${WHERE}` });
    const outcome =
      known.get(file.key) ??
      storeFile(dependencies, undefined, {
        name: file.name,
        contents: file.bytes,
        isPicture: options?.isPicture ?? true,
      });
    known.set(file.key, outcome);
    const stored = await outcome;
    if (stored.ok) return stored.file.id;
    problems.push({ ...place, message: `"${name}" cannot be used: ${stored.problem}` });
    return undefined;
  };
}

/** Takes the place of pictures while other problems are looked for. */
export const ANY_PICTURE = '0'.repeat(32);

/** Replaces the files that an item names by media ids: its cover, `attrs.file` of pictures in texts, `{file}` in fields of media and links. */
export async function withPictures(
  config: SiteConfig,
  source: Pick<SourcedItem, 'value'>,
  imported: ImportedItem,
  take: TakePicture,
): Promise<ImportedItem> {
  const { cover } = imported;
  const fields = config.contentTypes.find(({ key }) => key === imported.type)?.fields ?? [];
  const languages: ImportedItem['languages'] = {};
  for (const [language, content] of Object.entries(imported.languages)) {
    const path = ['languages', language];
    const markdown = memberOf(source.value, [...path, 'body', 'markdown']);
    languages[language] = {
      ...content,
      body: (typeof markdown === 'string'
        ? await inText(content.body, [...path, 'body', 'markdown'], (name, { path }, options) =>
            take(name, { path: path.slice(0, 4), lineInText: lineWith(markdown, name) }, options),
          )
        : await inText(content.body, [...path, 'body', 'tiptap'], take)) as RichText,
      fields: (await inRecord(fields, content.fields, [...path, 'fields'], take)) as typeof content.fields,
    };
  }
  const media = cover && 'file' in cover ? await take(cover.file, { path: ['cover', 'file'] }) : undefined;
  return {
    ...imported,
    ...(cover && media !== undefined && { cover: { media, alt: cover.alt } }),
    fields: (await inRecord(fields, imported.fields, ['fields'], take)) as typeof imported.fields,
    languages,
  };
}

/** The pictures in a text of any validity. */
async function inText(node: unknown, path: Problem['path'], take: TakePicture): Promise<unknown> {
  if (!isObject(node)) return node;
  const { type, attrs, content } = node;
  if ((type === 'image' || type === 'file') && isObject(attrs) && typeof attrs.file === 'string') {
    const { file, ...others } = attrs;
    const media = await take(attrs.file, { path: [...path, 'attrs', 'file'] }, { isPicture: type === 'image' });
    return { ...node, attrs: { ...others, ...(media === undefined ? { file } : { media }) } };
  }
  if (!Array.isArray(content)) return node;
  return {
    ...node,
    content: await inEach(content, [...path, 'content'], (child, place) => inText(child, place, take)),
  };
}

async function inRecord(
  fields: FieldDefinition[],
  record: unknown,
  path: Problem['path'],
  take: TakePicture,
): Promise<unknown> {
  if (!isObject(record)) return record;
  const own = fields.filter(({ key }) => Object.hasOwn(record, key));
  const values = [];
  for (const field of own)
    values.push([field.key, await inField(field, record[field.key], [...path, field.key], take)]);
  return { ...record, ...Object.fromEntries(values) };
}

async function inField(
  field: FieldDefinition,
  value: unknown,
  path: Problem['path'],
  take: TakePicture,
): Promise<unknown> {
  if (field.kind === 'rich-text') return inText(value, path, take);
  if (field.kind === 'media' && isObject(value) && typeof value.file === 'string') {
    return (await take(value.file, { path: [...path, 'file'] })) ?? value;
  }
  if (field.kind === 'link' && isObject(value) && typeof value.file === 'string') {
    const id = await take(value.file, { path: [...path, 'file'] }, { isPicture: false });
    return id === undefined ? value : fieldLink('file', id);
  }
  if (field.kind !== 'list' || !Array.isArray(field.of) || !Array.isArray(value)) return value;
  const { of } = field;
  return inEach(value, path, (entry, place) => inRecord(of, entry, place, take));
}

async function inEach(
  list: unknown[],
  path: Problem['path'],
  each: (value: unknown, path: Problem['path']) => Promise<unknown>,
): Promise<unknown[]> {
  const found = [];
  for (const [index, value] of list.entries()) found.push(await each(value, [...path, index]));
  return found;
}

/** The line, from 1, that names a file. */
function lineWith(markdown: string, name: string): number {
  const lines = markdown.split('\n');
  const at = lines.findIndex((line) => line.includes(name) || line.includes(encodeURI(name)));
  return Math.max(0, at) + 1;
}

function memberOf(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}

function isObject(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
