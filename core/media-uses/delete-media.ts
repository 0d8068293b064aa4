import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { auditWrite, onRecord } from '../audit/audit-log.ts';
import type { Document, DocumentStore } from '../documents/document-store.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { getDocument, getDocuments, queryDocuments, setDocument } from '../documents/typed-documents.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import { FILE_TRASH_DAYS } from '../files/change-file.ts';
import { SETTLING } from '../files/check-files-later.ts';
import { filesHolding } from '../files/read-files.ts';
import { files, type SiteFile } from '../files/site-file.ts';
import { documentsOfFile, stageFileRemoval } from '../files/stage-file.ts';
import { deleteFiles, type FileStore } from '../media/file-store.ts';
import { isMediaId, type Media, media, readMedia } from '../media/media.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { areMediaUsesRecorded, findMediaUse, findMediaUses, type MediaUse } from './find-media-uses.ts';

export interface MediaDeletion {
  store: DocumentStore;
  files: Pick<FileStore, 'list' | 'delete'>;
  now?: (() => number) | undefined;
}

type StoredMedia = Pick<Document<Media>, 'version' | 'data'>;

/** Milliseconds after which a deletion counts as interrupted, far more than one takes. Source: Meki's own. */
const INTERRUPTED = 600_000;

/** Items told to who wants to delete a file that they show. */
const MAX_TOLD = 50;

/** Files judged per query. */
const BATCH = 50;

export type DeleteMediaOutcome =
  /** `name` of the file. */
  | { ok: true; name: string }
  | { ok: false; reason: 'not-found' }
  /** A job still looks for uses in what was written before they were recorded. */
  | { ok: false; reason: 'uses-unknown' }
  | { ok: false; reason: 'in-use'; uses: MediaUse[] };

/**
 * Deletes a media file for good. While anything uses it, a public text, a draft or something in a history, that needs `force`: what
 * shows it does so without it from then on.
 * @param actor may be the operator at the command line, who owns the machine, or the server itself
 * @throws {Forbidden} @throws {FileStoreUnavailable} it is gone for everybody, and a job deletes the rest of its files
 */
export async function deleteMedia(
  dependencies: MediaDeletion & { config: Pick<SiteConfig, 'defaultLocale'> },
  actor: Actor | { kind: 'command-line' } | { kind: 'system' },
  { id, force = false }: { id: string; force?: boolean },
): Promise<DeleteMediaOutcome> {
  const isCommandLine = actor.kind === 'command-line' || actor.kind === 'system';
  if (!isCommandLine) requireMay(actor, 'media.delete');
  const { store, config, now = Date.now } = dependencies;
  const outcome = await retryOnConflict<DeleteMediaOutcome & { marked?: StoredMedia[] }>(async () => {
    const unit = new UnitOfWork(store);
    await unit.read(documentsOfFile(id));
    const file = unit.get(files.at(id));
    const bytes = await readMedia(store, file ? await bytesOfFile(store, file) : [id]);
    const name = file?.current.name ?? bytes.get(id)?.data.name;
    if (name === undefined) return { ok: false, reason: 'not-found' };
    if (!force && !(await areMediaUsesRecorded(store))) return { ok: false, reason: 'uses-unknown' };
    const uses = force ? [] : await findMediaUses(store, config, id, MAX_TOLD);
    if (uses.length > 0) return { ok: false, reason: 'in-use', uses };
    await unit.read([...bytes.keys()].map((each) => media.at(each)));
    for (const each of bytes.keys()) stageMark(unit, each, now());
    if (file) stageFileRemoval(unit, id);
    const by = isCommandLine ? actor : onRecord(actor);
    unit.append(auditWrite({ action: 'media.deleted', at: now(), actor: by, object: { kind: 'media', id, name } }));
    await unit.commit();
    const marked = [...bytes.keys()].flatMap((each): StoredMedia[] => {
      const data = unit.get(media.at(each));
      return data ? [{ version: unit.versionOf(media.at(each)), data }] : [];
    });
    return { ok: true, name, marked };
  });
  const { marked = [], ...told } = outcome;
  for (const each of marked) await finish(dependencies, each);
  return told;
}

/** Deletes the files whose time in the trash is over, whatever uses them. @returns how many */
export async function purgeFileTrash(
  dependencies: MediaDeletion & { config: Pick<SiteConfig, 'defaultLocale'> },
): Promise<number> {
  const { store, now = Date.now } = dependencies;
  let deleted = 0;
  for (;;) {
    const due = await queryDocuments(store, files, {
      where: [{ field: 'trashedAt', op: '<=', value: now() - FILE_TRASH_DAYS * 24 * 3_600_000 }],
      orderBy: [{ field: 'trashedAt', direction: 'asc' }],
      limit: BATCH,
    });
    for (const { data } of due) {
      const { ok } = await deleteMedia(dependencies, { kind: 'system' }, { id: data.id, force: true });
      if (ok) deleted++;
    }
    if (due.length < BATCH) return deleted;
  }
}

/** The bytes that no other file has. */
async function bytesOfFile(store: DocumentStore, { id, held }: SiteFile): Promise<string[]> {
  const own: string[] = [];
  for (const each of held) {
    const holders = await filesHolding(store, each, BATCH);
    if (holders.every((holder) => holder.id === id)) own.push(each);
  }
  return own;
}

/** When the next file is due for `deleteUnusedMedia`, in milliseconds since 1970; `undefined` if none is. */
export async function nextMediaCheckAt(store: DocumentStore): Promise<number | undefined> {
  const [first] = await queryDocuments(store, media, {
    where: [{ field: 'checkAt', op: '>=', value: 0 }],
    orderBy: [{ field: 'checkAt', direction: 'asc' }],
    limit: 1,
  });
  return first?.data.checkAt;
}

/**
 * Deletes the files that are due and that nothing uses, and goes on where deleting was interrupted. Several processes may do so at
 * once.
 * @returns the number of files deleted
 * @throws {FileStoreUnavailable}
 */
export async function deleteUnusedMedia(
  dependencies: MediaDeletion,
  { signal }: { signal?: AbortSignal } = {},
): Promise<number> {
  const { store, now = Date.now } = dependencies;
  if (!(await areMediaUsesRecorded(store))) return 0;
  let deleted = 0;
  for (;;) {
    const due = await queryDocuments(store, media, {
      where: [{ field: 'checkAt', op: '<=', value: now() }],
      orderBy: [{ field: 'checkAt', direction: 'asc' }],
      limit: BATCH,
    });
    for (const document of due) {
      if (signal?.aborted) return deleted;
      try {
        if (await deleteIfUnused(dependencies, document)) deleted++;
      } catch (error) {
        // Another process has begun with it, or somebody has uploaded it again.
        if (!(error instanceof PreconditionFailed)) throw error;
      }
    }
    if (due.length < BATCH) return deleted;
  }
}

/** Keys of the file store that are read at once. */
const KEYS = 100;

/**
 * Has bytes without a document deleted: a process was killed between the two. Those of an upload at this moment look the same, so only
 * bytes that an earlier call has found are; whoever uploads them just then is told to try again.
 * @param found what the earlier call returned
 * @returns those that were found first now
 */
export async function deleteLostBytes(
  { store, files: fileStore, now = Date.now }: MediaDeletion,
  found: ReadonlySet<string>,
): Promise<Set<string>> {
  const lost = new Set<string>();
  for (let after: string | undefined; ; ) {
    const keys = await fileStore.list('media', after, KEYS);
    const ids = [...new Set(keys.map((key) => key.split('/')[1] ?? ''))].filter(isMediaId);
    const documents = await getDocuments(
      store,
      ids.map((id) => media.at(id)),
    );
    for (const [index, id] of ids.entries()) if (!documents[index]) lost.add(id);
    after = keys.at(-1);
    if (keys.length < KEYS) break;
  }
  for (const id of [...lost].filter((each) => found.has(each))) {
    lost.delete(id);
    // Marked as being deleted, which `deleteUnusedMedia` ends later: an upload that has written its bytes cannot end meanwhile.
    const data: Media = {
      ...{ id, name: id, contentType: 'image/png', bytes: 1, width: 1, height: 1 },
      ...{ deletedAt: now(), checkAt: now() + INTERRUPTED },
    };
    try {
      await store.commit([setDocument(media.at(id), data, { exists: false })]);
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) throw error;
    }
  }
  return lost;
}

async function deleteIfUnused(dependencies: MediaDeletion, document: Document<Media>): Promise<boolean> {
  const { store, now = Date.now } = dependencies;
  const { deletedAt } = document.data;
  if (deletedAt === undefined) {
    const use = await findBytesUse(store, document.data);
    if (use !== 'unused') {
      await keep(store, document, use === 'purging' ? now() + SETTLING : undefined);
      return false;
    }
  }
  const marked = await mark(dependencies, document);
  // Something may have begun to use it before it was marked; nothing can since.
  if (deletedAt === undefined && (await findBytesUse(store, marked.data)) !== 'unused') {
    await keep(store, marked, undefined);
    return false;
  }
  await finish(dependencies, marked);
  return true;
}

/**
 * Whether anything uses bytes: a file that stays, in the trash or not, or what shows a file that has no purpose of its own. Texts name
 * bytes only as long as these have no file.
 */
async function findBytesUse(store: DocumentStore, { id, isFiled }: Media): Promise<'used' | 'purging' | 'unused'> {
  const holders = await filesHolding(store, id, BATCH);
  if (holders.length === 0) {
    return isFiled || (await getDocument(store, files.at(id))) ? 'unused' : findMediaUse(store, id);
  }
  let isPurged = false;
  for (const { id: fileId, isKept, version, trashedAt } of holders) {
    if (isKept || version > 1 || trashedAt !== undefined) return 'used';
    const use = await findMediaUse(store, fileId);
    if (use === 'used') return 'used';
    isPurged ||= use === 'purging';
  }
  return isPurged ? 'purging' : 'unused';
}

/** From now on the bytes are gone for everybody, whatever happens; a job goes on if this process ends. */
function stageMark(unit: UnitOfWork, id: string, now: number): void {
  const data = unit.get(media.at(id));
  if (data) unit.set(media.at(id), { ...data, deletedAt: data.deletedAt ?? now, checkAt: now + INTERRUPTED });
}

async function mark({ store, now = Date.now }: MediaDeletion, { version, data }: StoredMedia): Promise<StoredMedia> {
  const { path } = media.at(data.id);
  const fields = { deletedAt: data.deletedAt ?? now(), checkAt: now() + INTERRUPTED };
  const { versions } = await store.commit([{ kind: 'update', path, fields, precondition: { version } }]);
  return { version: versions[0] ?? 0, data: { ...data, ...fields } };
}

/** The files first: without its document, nobody would find those that are left. */
async function finish({ store, files: fileStore }: MediaDeletion, { version, data }: StoredMedia): Promise<void> {
  await deleteFiles(fileStore, data.id);
  for (const { id } of await filesHolding(store, data.id, BATCH)) {
    const unit = new UnitOfWork(store);
    await unit.read(documentsOfFile(id));
    stageFileRemoval(unit, id);
    await unit.commit();
  }
  try {
    await store.commit([{ kind: 'delete', path: media.at(data.id).path, precondition: { version } }]);
  } catch (error) {
    // Another process has finished, or goes on.
    if (!(error instanceof PreconditionFailed)) throw error;
  }
}

/** Keeps a file. @param checkAt when to see again whether anything uses it */
async function keep(store: DocumentStore, { data, version }: StoredMedia, checkAt: number | undefined): Promise<void> {
  const { checkAt: _, deletedAt: __, ...kept } = data;
  const next = { ...kept, ...(checkAt !== undefined && { checkAt }) };
  await store.commit([setDocument(media.at(data.id), next, { version })]);
}
