import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import type { AuditAction } from '../audit/audit-actions.ts';
import { getDocument } from '../documents/typed-documents.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import type { FileContents } from '../media/file-store.ts';
import { type Media, media } from '../media/media.ts';
import { FRESH } from '../media/media-limits.ts';
import { isMediaId, keptMedia } from '../media/read-media.ts';
import { type MediaDependencies, type StoreMediaOutcome, storeMedia } from '../media/store-media.ts';
import { linkTo } from '../translation/link-units.ts';
import { changeFile, type FileDecision, type FileDependencies, type FileOutcome } from './change-file.ts';
import { cleanFileName, fileNameOf } from './file-name.ts';
import { OWN_BYTES, sourceUnits } from './file-states.ts';
import { files, kindOf, MAX_VERSIONS, type SiteFile, type Upload } from './site-file.ts';
import { type ChangedFile, stageFiled } from './stage-file.ts';
import { uploadOf } from './store-file.ts';

/** Whose bytes are replaced: those of all languages, or those that one language has of its own, of which it may have none yet. */
interface Replaced {
  id: string;
  /** The version that whoever replaces it has seen; if it is another by now, the answer is `conflict`. */
  expectedVersion: number;
  language?: Locale | undefined;
  /** The captions of a film in the language, or the picture that it shows before it is played, instead of its bytes. */
  part?: 'captions' | 'poster' | undefined;
}

/** Other bytes for a file. */
export type Replacement = Replaced & { name: string; contents: FileContents };

export type ReplaceOutcome =
  | FileOutcome<'same-bytes' | 'other-kind' | 'no-language' | 'no-film'>
  | Extract<StoreMediaOutcome, { ok: false }>;

/**
 * Gives a file other bytes. It keeps its id, its texts and its uses; the former bytes become the latest of its versions.
 * @throws {Forbidden}
 */
export async function replaceFile(
  dependencies: MediaDependencies & FileDependencies,
  actor: Actor,
  { id, name, contents, ...replaced }: Replacement,
): Promise<ReplaceOutcome> {
  requireMay(actor, 'file.replace');
  const { store, config, now = Date.now } = dependencies;
  const { language } = replaced;
  if (language !== undefined && !config.locales.some(({ code }) => code === language)) {
    return { ok: false, reason: 'no-language' };
  }
  const known = isMediaId(id) ? (await getDocument(store, files.at(id)))?.data : undefined;
  if (!known) return { ok: false, reason: 'not-found' };
  if (known.version !== replaced.expectedVersion) return { ok: false, reason: 'conflict' };
  const { part } = replaced;
  if (part !== undefined && known.kind !== 'video') return { ok: false, reason: 'no-film' };
  if (part === 'captions' && language === undefined) return { ok: false, reason: 'no-language' };
  // Whatever happens before the file has them, a job sees that nothing does.
  const stored = await storeMedia(dependencies, cleanFileName(name, 'img'), contents, { checkAt: now() + FRESH });
  if (!stored.ok) return stored;
  const wanted = part === undefined ? known.kind : part === 'captions' ? part : 'picture';
  if (kindOf(stored.media.contentType) !== wanted) return { ok: false, reason: 'other-kind' };
  const upload = uploadOf(stored.media, {
    name: fileNameOf(name, stored.media.contentType),
    at: now(),
    by: actor,
  });
  return exchange(dependencies, actor, { id, ...replaced }, 'media.replaced', () => upload);
}

/** Gives a file the bytes of a former version again. @throws {Forbidden} */
export async function restoreFormer(
  dependencies: FileDependencies,
  actor: Actor,
  { version, ...replaced }: Omit<Replaced, 'language'> & { version: number },
): Promise<ReplaceOutcome> {
  requireMay(actor, 'file.replace');
  const { store, now = Date.now } = dependencies;
  const known = isMediaId(replaced.id) ? (await getDocument(store, files.at(replaced.id)))?.data : undefined;
  const former = known?.former.find((upload) => upload.version === version);
  if (!former) return { ok: false, reason: 'not-found' };
  const { version: _, language, ...upload } = former;
  return exchange(dependencies, actor, { ...replaced, language }, 'media.version-restored', () => ({
    ...upload,
    at: now(),
    ...(actor.kind !== 'anonymous' && { by: { id: actor.id, name: actor.name } }),
  }));
}

function exchange(
  dependencies: FileDependencies,
  actor: Actor,
  { id, expectedVersion, language, part }: Replaced,
  action: AuditAction,
  make: () => Upload,
): Promise<FileOutcome<'same-bytes'>> {
  return changeFile<'same-bytes'>(dependencies, actor, { id, expectedVersion }, async (file, at, unit) => {
    const upload = make();
    const before = language === undefined ? file.current : file.languages[language]?.own;
    await unit.read([upload, ...(before ? [before] : [])].map((bytes) => media.at(bytes.media)));
    const found = keptMedia(unit.get(media.at(upload.media)));
    if (!found) return { ok: false, reason: 'conflict' };
    stageFiled(unit, upload.media);
    if (part !== undefined) return withPart(unit, file, { upload, part, language, at });
    if (before?.media === upload.media) return { ok: false, reason: 'same-bytes' };
    const gone = before && { ...before, ...(language !== undefined && { language }) };
    const next = nextVersion(unit, file, gone ? [gone] : [], at);
    // A better copy of the same picture has its focal point where it was.
    const focus = before && hasShapeOf(found, unit.peek(media.at(before.media))) ? before.focus : undefined;
    const bytes = focus ? { focus, ...upload } : upload;
    const replaced = language === undefined ? { ...next, current: bytes } : withOwn(file, next, language, bytes);
    return {
      ok: true,
      file: replaced,
      entry: { action, ...(language !== undefined && { details: { languages: [language] } }) },
    };
  });
}

/** The file as its next version, with the bytes that it no longer shows as former ones. A job judges those that it drops. */
export function nextVersion(
  unit: UnitOfWork,
  file: ChangedFile,
  gone: readonly (Upload & { language?: Locale })[],
  at: number,
): ChangedFile {
  const former = [...gone.map((upload) => ({ ...upload, version: file.version })), ...file.former];
  for (const dropped of former.slice(MAX_VERSIONS)) {
    const { path } = media.at(dropped.media);
    unit.append({ kind: 'update', path, fields: { checkAt: at } });
  }
  return { ...file, version: file.version + 1, former: former.slice(0, MAX_VERSIONS) };
}

/** The film with captions of a language, or another poster. The former ones are not kept: a job deletes their bytes. */
function withPart(
  unit: UnitOfWork,
  file: SiteFile,
  {
    upload,
    part,
    language,
    at,
  }: Pick<Replaced, 'language'> & {
    upload: Upload;
    part: 'captions' | 'poster';
    at: number;
  },
): FileDecision | { ok: false; reason: 'same-bytes' } {
  const before = part === 'poster' ? file.poster : file.languages[language ?? '']?.captions;
  if (before?.media === upload.media) return { ok: false, reason: 'same-bytes' };
  if (before) unit.append({ kind: 'update', path: media.at(before.media).path, fields: { checkAt: at } });
  const next: ChangedFile = { ...file, version: file.version + 1, isKept: true };
  if (part === 'poster' || language === undefined) {
    return { ok: true, file: { ...next, poster: upload }, entry: { action: 'media.replaced' } };
  }
  const texts = { ...next.languages[language], captions: upload };
  const entry = { action: 'media.replaced' as const, details: { languages: [language] } };
  return { ok: true, file: { ...next, languages: { ...next.languages, [language]: texts } }, entry };
}

/** Proportions that differ by less are the same: those of a picture that was resized. Source: Meki's own. */
const SAME_SHAPE = 0.01;

function hasShapeOf(one: Media, other: Media | undefined): boolean {
  const [a, b] = [one, other].map((file) => (file && 'width' in file ? file.width / file.height : Number.NaN));
  return Math.abs((a as number) / (b as number) - 1) < SAME_SHAPE;
}

/** The file with bytes of one language. Those of a translation count as made from what the source has now. */
function withOwn(file: SiteFile, next: ChangedFile, language: Locale, own: Upload): ChangedFile {
  const texts = { ...next.languages[language], own };
  const source = sourceUnits(file, texts).find(({ id }) => id === OWN_BYTES);
  const isSource = language === file.sourceLanguage;
  const links = { ...texts.links, ...(source && { [OWN_BYTES]: linkTo(source) }) };
  return { ...next, languages: { ...next.languages, [language]: isSource ? texts : { ...texts, links } } };
}
