import type { Actor } from '../access/actor.ts';
import { auditWrite, onRecord, personOf } from '../audit/audit-log.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import type { FileContents } from '../media/file-store.ts';
import { keptMedia, type Media, media as mediaCollection } from '../media/media.ts';
import { type MediaDependencies, refused, type StoreMediaOutcome, storeMedia } from '../media/store-media.ts';
import { type FileDependencies, named } from './change-file.ts';
import { cleanFileName, fileNameOf } from './file-name.ts';
import { readFileUses } from './judge-file-use.ts';
import { filesShowing } from './read-files.ts';
import { files, kindOf, type SiteFile, type Upload } from './site-file.ts';
import { type ChangedFile, documentsOfFile, stageFile, stageFiled } from './stage-file.ts';

/** Files with the same bytes that are looked at. Source: Meki's own. */
export const SAME = 20;

/** A file that is uploaded. */
export interface NewFile {
  name: string;
  contents: FileContents;
  /** Whether it must be a picture. */
  isPicture?: boolean | undefined;
  /** The language that its texts are written in first; default: that of the site. */
  language?: Locale | undefined;
  /** Whether it stays when the last item that used it is deleted for good. */
  isKept?: boolean | undefined;
}

/** `isNew`: these bytes had no file. A file with the same bytes comes back from the trash. */
export type StoreFileOutcome =
  | { ok: true; file: SiteFile; media: Media; isNew: boolean }
  | Extract<StoreMediaOutcome, { ok: false }>;

/**
 * Stores bytes and makes them a file of the library, in the commit that makes its bytes known. The same bytes again give the file
 * that is there.
 * @param by who uploads it; an import has nobody, and leaves no entry in the audit log. Check the right first.
 */
export async function storeFile(
  dependencies: MediaDependencies & FileDependencies,
  by: Actor | undefined,
  { contents, isPicture, ...given }: NewFile,
): Promise<StoreFileOutcome> {
  let found: { file: SiteFile; isNew: boolean } | undefined;
  const stored = await storeMedia(dependencies, cleanFileName(given.name, 'img'), contents, {
    isPicture,
    async along(unit, media) {
      found = await stageFileOf(unit, dependencies, { media, by, ...given });
    },
  });
  if (!stored.ok) return stored;
  const { media } = stored;
  // Bytes that were there already have their file in a commit of its own.
  found ??= await retryOnConflict(async () => {
    const unit = new UnitOfWork(dependencies.store);
    await unit.read([mediaCollection.at(media.id)]);
    if (!keptMedia(unit.get(mediaCollection.at(media.id)))) return undefined;
    const staged = await stageFileOf(unit, dependencies, { media, by, ...given });
    await unit.commit();
    return staged;
  });
  return found ? { ok: true, media, ...found } : refused('deleting');
}

interface GivenBytes extends Omit<NewFile, 'contents' | 'isPicture'> {
  media: Media;
  by?: Actor | undefined;
}

/** Stages the file of some bytes: the one that shows them, taken out of the trash if it is there, or a new one. */
async function stageFileOf(
  unit: UnitOfWork,
  { store, config, now = Date.now }: FileDependencies,
  { media, by, isKept = false, ...given }: GivenBytes,
): Promise<{ file: SiteFile; isNew: boolean }> {
  stageFiled(unit, media.id);
  const same = await filesShowing(store, media.id, SAME);
  const there = same.find(({ trashedAt }) => trashedAt === undefined) ?? same[0];
  if (there) {
    await unit.read(documentsOfFile(there.id));
    const { trashedAt: _, trashedBy: __, ...file } = unit.get(files.at(there.id)) ?? there;
    stageFile(unit, config, { ...file, ...(isKept && { isKept: true }) });
    return { file: unit.get(files.at(there.id)) ?? there, isNew: false };
  }
  const name = fileNameOf(given.name, media.contentType);
  const upload = uploadOf(media, { name, at: now(), by });
  const language = given.language ?? config.defaultLocale;
  const file = await stageNewFile(unit, { store, config }, newFile(media.id, upload, language, isKept));
  if (by) {
    const entry = { action: 'media.uploaded', at: upload.at, actor: onRecord(by), object: named(file) } as const;
    unit.append(auditWrite(entry));
  }
  return { file, isNew: true };
}

/** What a file says of bytes. */
export function uploadOf(
  { id, contentType, bytes }: Media,
  { name, at, by }: { name: string; at: number; by?: Actor | undefined },
): Upload {
  return { media: id, name, contentType, bytes, at, ...(by && { by: personOf(by) }) };
}

/** A file with its first bytes and without texts. */
export function newFile(id: string, current: Upload, sourceLanguage: Locale, isKept: boolean): ChangedFile {
  const { at, by, contentType } = current;
  return {
    id,
    kind: kindOf(contentType as Media['contentType']),
    current,
    version: 1,
    former: [],
    uploadedAt: at,
    ...(by && { uploadedBy: by }),
    tags: [],
    sourceLanguage,
    languages: {},
    ...(isKept && { isKept: true }),
  };
}

/** Stages a new file under the id of its bytes or, where another file has it, a random one. */
async function stageNewFile(
  unit: UnitOfWork,
  { store, config }: Pick<FileDependencies, 'store' | 'config'>,
  file: ChangedFile,
): Promise<SiteFile> {
  await unit.read(documentsOfFile(file.id));
  const id = unit.get(files.at(file.id)) ? crypto.randomUUID().replaceAll('-', '') : file.id;
  await unit.read(documentsOfFile(id));
  // Texts may still name a file that was deleted for good.
  stageFile(unit, config, { ...file, id }, await readFileUses(store, { ...file, id }));
  const staged = unit.get(files.at(id));
  if (!staged) throw new Error(`The file ${id} was not staged`);
  return staged;
}
