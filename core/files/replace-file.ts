import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import type { AuditAction } from '../audit/audit-actions.ts';
import { getDocument } from '../documents/typed-documents.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import type { FileContents } from '../media/file-store.ts';
import { isMediaId, keptMedia, type Media, media } from '../media/media.ts';
import { FRESH } from '../media/media-limits.ts';
import { type MediaDependencies, type StoreMediaOutcome, storeMedia } from '../media/store-media.ts';
import { linkTo } from '../translation/link-units.ts';
import { changeFile, type FileDependencies, type FileOutcome } from './change-file.ts';
import { cleanFileName, fileNameOf } from './file-name.ts';
import {
  type FileTexts,
  files,
  kindOf,
  MAX_VERSIONS,
  OWN_BYTES,
  type SiteFile,
  sourceUnits,
  type Upload,
  type UploadPlace,
  uploadIn,
  wantedKind,
} from './site-file.ts';
import { type ChangedFile, stageFiled } from './stage-file.ts';
import { uploadOf } from './store-file.ts';

interface Replaced extends UploadPlace {
  id: string;
  /** The version that whoever replaces it has seen; if it is another by now, the answer is `conflict`. */
  expectedVersion: number;
}

/** Other bytes for a file. */
export type Replacement = Replaced & { name: string; contents: FileContents };

export type ReplaceOutcome =
  | FileOutcome<'same-bytes' | 'nothing-there' | 'other-kind' | 'no-language' | 'no-film'>
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
  if (kindOf(stored.media.contentType) !== wantedKind(known.kind, replaced)) return { ok: false, reason: 'other-kind' };
  const upload = uploadOf(stored.media, {
    name: fileNameOf(name, stored.media.contentType),
    at: now(),
    by: actor,
  });
  return exchange(dependencies, actor, { id, ...replaced }, 'media.replaced', upload);
}

/**
 * Takes its own bytes or its captions from a language, or its poster from a film; they become the latest of its versions.
 * @throws {Forbidden}
 */
export async function removeUpload(
  dependencies: FileDependencies,
  actor: Actor,
  removed: Replaced & ({ language: Locale } | { part: 'poster' }),
): Promise<FileOutcome<'same-bytes' | 'nothing-there'>> {
  requireMay(actor, 'file.replace');
  return exchange(dependencies, actor, removed, 'media.part-removed', undefined);
}

/** Gives a file the bytes of a former version again. @throws {Forbidden} */
export async function restoreFormer(
  dependencies: FileDependencies,
  actor: Actor,
  { version, id, expectedVersion }: Omit<Replaced, keyof UploadPlace> & { version: number },
): Promise<ReplaceOutcome> {
  requireMay(actor, 'file.replace');
  const { store, now = Date.now } = dependencies;
  const known = isMediaId(id) ? (await getDocument(store, files.at(id)))?.data : undefined;
  const former = known?.former.find((upload) => upload.version === version);
  if (!former) return { ok: false, reason: 'not-found' };
  const { version: _, language, part, ...upload } = former;
  return exchange(dependencies, actor, { id, expectedVersion, language, part }, 'media.version-restored', {
    ...upload,
    at: now(),
    ...(actor.kind !== 'anonymous' && { by: { id: actor.id, name: actor.name } }),
  });
}

/** @param given nothing, to remove what is there */
function exchange(
  dependencies: FileDependencies,
  actor: Actor,
  { id, expectedVersion, ...place }: Replaced,
  action: AuditAction,
  given: Upload | undefined,
): Promise<FileOutcome<'same-bytes' | 'nothing-there'>> {
  return changeFile<'same-bytes' | 'nothing-there'>(
    dependencies,
    actor,
    { id, expectedVersion },
    async (file, at, unit) => {
      const before = uploadIn(file, place);
      if (before?.media === given?.media) return { ok: false, reason: given ? 'same-bytes' : 'nothing-there' };
      await unit.read([given, before].flatMap((bytes) => (bytes ? [media.at(bytes.media)] : [])));
      const { language } = place;
      const next = nextVersion(unit, file, before ? [{ ...before, ...place }] : [], at);
      const entry = { action, ...(language !== undefined && { details: { languages: [language] } }) };
      if (!given) return { ok: true, file: withUpload(file, next, place, undefined), entry };
      const found = keptMedia(unit.get(media.at(given.media)));
      if (!found) return { ok: false, reason: 'conflict' };
      stageFiled(unit, given.media);
      // A better copy of the same picture has its focal point where it was.
      const focus = before && hasShapeOf(found, unit.peek(media.at(before.media))) ? before.focus : undefined;
      return { ok: true, file: withUpload(file, next, place, focus ? { focus, ...given } : given), entry };
    },
  );
}

/** The file as its next version, with the bytes that it no longer shows as former ones. A job judges those that it drops. */
export function nextVersion(
  unit: UnitOfWork,
  file: ChangedFile,
  gone: readonly (Upload & UploadPlace)[],
  at: number,
): ChangedFile {
  const { version } = file;
  const left = gone.map(({ language, part, ...upload }) => ({
    ...{ ...upload, version },
    ...(language !== undefined && { language }),
    ...(part && { part }),
  }));
  const former = [...left, ...file.former];
  for (const dropped of former.slice(MAX_VERSIONS)) {
    const { path } = media.at(dropped.media);
    unit.append({ kind: 'update', path, fields: { checkAt: at } });
  }
  return { ...file, version: version + 1, former: former.slice(0, MAX_VERSIONS) };
}

/** Proportions that differ by less are the same: those of a picture that was resized. Source: Meki's own. */
const SAME_SHAPE = 0.01;

function hasShapeOf(one: Media, other: Media | undefined): boolean {
  const [a, b] = [one, other].map((file) => (file && 'width' in file ? file.width / file.height : Number.NaN));
  return Math.abs((a as number) / (b as number) - 1) < SAME_SHAPE;
}

/** The file with the bytes of a place. The own ones of a translation count as made from what the source has now. */
function withUpload(
  file: SiteFile,
  next: ChangedFile,
  { language, part }: UploadPlace,
  upload: Upload | undefined,
): ChangedFile {
  if (part === 'poster') {
    const { poster: _, ...rest } = next;
    return { ...rest, ...(upload && { poster: upload }), isKept: true };
  }
  if (language === undefined) return upload ? { ...next, current: upload } : next;
  const name = part ?? 'own';
  const { [name]: _, ...others } = next.languages[language] ?? {};
  const texts: FileTexts = { ...others, ...(upload && { [name]: upload }) };
  if (part) return { ...next, languages: { ...next.languages, [language]: texts }, isKept: true };
  const { [OWN_BYTES]: __, ...links } = texts.links ?? {};
  const source = sourceUnits(file, texts).find(({ id }) => id === OWN_BYTES);
  const linked = { ...texts, links: { ...links, ...(source && { [OWN_BYTES]: linkTo(source) }) } };
  return { ...next, languages: { ...next.languages, [language]: language === file.sourceLanguage ? texts : linked } };
}
