import { z } from 'zod';
import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { count, mediaId, milliseconds } from '../content/schema-parts.ts';
import { defineCollection } from '../documents/collection.ts';
import type { Document, DocumentStore } from '../documents/document-store.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { getDocument, queryDocuments, setDocument } from '../documents/typed-documents.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import { cleanFileName } from '../files/file-name.ts';
import { type FileStore, pathOf } from '../media/file-store.ts';
import { isMediaId } from '../media/media.ts';
import type { MediaLimits } from '../media/media-limits.ts';
import { hasRoom, takeSpaceTurn } from '../media/site-space.ts';

/** The folder of the parts in the file store. */
const FOLDER = 'unfinished';

/** Milliseconds after its last part until an upload is given up: from Friday evening to Monday. Source: Meki's own. */
const KEPT = 3 * 24 * 3_600_000;

/** Maximum uploads that have begun and not ended, and their bytes: of one person, and of the site. Source: Meki's own. */
export const UNFINISHED_LIMITS = {
  person: { count: 50, bytes: 1_000_000_000 },
  site: { count: 500, bytes: 5_000_000_000 },
};

/** Maximum parts of an upload. Source: Meki's own; browsers send 25 for the largest file. */
export const MAX_PARTS = 1_000;

/** Bytes of a part that broke off which are worth a file of their own. Source: Meki's own. */
export const LEAST_PART = 65_536;

/** Uploads or keys that are read at once. */
const BATCH = 100;

const schema = z.strictObject({
  id: mediaId,
  /** The person who uploads. */
  by: z.string(),
  name: z.string().min(1).max(255),
  /** The whole file, and what has arrived of it. */
  bytes: z.int().positive(),
  received: count,
  /** What has arrived, in order. */
  parts: z.array(z.strictObject({ key: z.string(), bytes: count })),
  expiresAt: milliseconds,
});

/** A file that is on its way, in parts of the file store. Stored as `unfinished-uploads/{id}`. */
export type UnfinishedUpload = z.infer<typeof schema>;

/** `unfinished-uploads/{id}`; its id is random. */
export const unfinishedUploads = defineCollection({
  name: 'unfinished-uploads',
  schema,
  // The last one is for sums.
  indexes: (['by', 'expiresAt', 'bytes'] as const).map((field) => [{ field, direction: 'asc' }]),
  policy: { read: 'private' },
});

export interface UploadDependencies {
  store: DocumentStore;
  files: Pick<FileStore, 'list' | 'delete' | 'write' | 'readPart' | 'open'>;
  now?: () => number;
}

/** A whole file that arrived in parts; whoever takes it releases it. */
export interface ArrivedUpload {
  name: string;
  contents: Blob;
  release(): Promise<void>;
}

/** What the admin area does with uploads. */
export interface ArrivedUploads {
  /**
   * The file of an upload of this person.
   * @returns `gone` if there is none, or parts of it are lost; `incomplete` if parts are still to come; `busy`: try again later
   */
  take(by: Actor, id: string): Promise<ArrivedUpload | 'gone' | 'incomplete' | 'busy'>;
  /** Deletes one that was taken. */
  drop(id: string): Promise<void>;
}

/** Why an upload cannot begin. `quota`: the site has no room; `too-many`, `full`: the person, or the site, has too much on its way. */
export type BeginRefusal = 'empty' | 'size' | 'quota' | 'too-many' | 'full';

/** Begins an upload of a declared length. @throws {Forbidden} */
export async function beginUpload(
  { store, now = Date.now }: UploadDependencies,
  actor: Actor,
  { name, bytes, limits }: { name: string; bytes: number; limits: MediaLimits },
): Promise<UnfinishedUpload | BeginRefusal> {
  requireMay(actor, 'media.upload');
  if (bytes === 0) return 'empty';
  if (bytes > Math.max(limits.file, limits.picture)) return 'size';
  if (!(await hasRoom(store, limits, bytes))) return 'quota';
  return retryOnConflict(() => beginWithinLimits({ store, now }, actor, name, bytes));
}

async function beginWithinLimits(
  { store, now }: Required<Pick<UploadDependencies, 'store' | 'now'>>,
  actor: Actor,
  name: string,
  bytes: number,
): Promise<UnfinishedUpload | BeginRefusal> {
  const unit = new UnitOfWork(store);
  await takeSpaceTurn(unit, 'uploads');
  const { person, site } = UNFINISHED_LIMITS;
  const own = await uploadsOf({ store, now }, actor);
  const sum = own.reduce((total, upload) => total + upload.bytes, bytes);
  if (own.length >= person.count || sum > person.bytes) return 'too-many';
  const [number, all] = await store.runAggregation({ collection: unfinishedUploads.name }, [
    { kind: 'count' },
    { kind: 'sum', field: 'bytes' },
  ]);
  if ((number ?? 0) >= site.count || (all ?? 0) + bytes > site.bytes) return 'full';
  const upload: UnfinishedUpload = {
    id: crypto.randomUUID().replaceAll('-', ''),
    by: idOf(actor),
    name: cleanFileName(name, 'img'),
    ...{ bytes, received: 0, parts: [] },
    expiresAt: now() + KEPT,
  };
  unit.append(setDocument(unfinishedUploads.at(upload.id), upload, { exists: false }));
  await unit.commit();
  return upload;
}

/** What a person has on its way, the newest last. @throws {Forbidden} */
export async function uploadsOf(
  { store, now = Date.now }: Pick<UploadDependencies, 'store' | 'now'>,
  actor: Actor,
): Promise<UnfinishedUpload[]> {
  requireMay(actor, 'media.upload');
  const found = await queryDocuments(store, unfinishedUploads, {
    where: [{ field: 'by', op: '==', value: idOf(actor) }],
    limit: UNFINISHED_LIMITS.person.count,
  });
  const own = found.map(({ data }) => data).filter(({ expiresAt }) => expiresAt > now());
  return own.sort((a, b) => a.expiresAt - b.expiresAt);
}

/** An upload of this person. @throws {Forbidden} */
export async function findUpload(
  { store, now = Date.now }: Pick<UploadDependencies, 'store' | 'now'>,
  actor: Actor,
  id: string,
): Promise<Document<UnfinishedUpload> | undefined> {
  requireMay(actor, 'media.upload');
  const found = isMediaId(id) ? await getDocument(store, unfinishedUploads.at(id)) : undefined;
  return found?.data.by === idOf(actor) && found.data.expiresAt > now() ? found : undefined;
}

/**
 * Adds a part; durable once resolved.
 * @returns the bytes that have arrived; `undefined` if another request was first, or the upload is gone
 */
export async function addPart(
  { store, files, now = Date.now }: UploadDependencies,
  { path, version, data: { id, received, parts } }: Document<UnfinishedUpload>,
  contents: Blob,
): Promise<number | undefined> {
  const key = `${FOLDER}/${id}/${parts.length}-${crypto.randomUUID()}`;
  await files.write(key, contents);
  const next = received + contents.size;
  const fields = { received: next, parts: [...parts, { key, bytes: contents.size }], expiresAt: now() + KEPT };
  try {
    await store.commit([{ kind: 'update', path, fields, precondition: { version } }]);
    return next;
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error;
    await files.delete(key);
    return undefined;
  }
}

/** An upload that came in one part and lies on this machine: it is taken as it is. */
export async function wholeUpload(
  files: Pick<FileStore, 'open'>,
  { parts, bytes }: UnfinishedUpload,
): Promise<Blob | undefined> {
  const [only, ...others] = parts;
  const contents = only && others.length === 0 ? await files.open(only.key) : undefined;
  return contents && pathOf(contents) !== undefined && contents instanceof Blob && contents.size === bytes
    ? contents
    : undefined;
}

/** The bytes of an upload in order. Ends early if a part is lost. */
export async function* bytesOfUpload(
  files: Pick<FileStore, 'readPart'>,
  { parts }: UnfinishedUpload,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  for (const { key, bytes } of parts) {
    for (let at = 0; at < bytes; ) {
      const part = await files.readPart(key, at, 1_048_576);
      if (!part || part.bytes.length === 0) return;
      at += part.bytes.length;
      yield new Uint8Array(part.bytes);
    }
  }
}

/** Deletes an upload with its parts. */
export async function dropUpload({ store, files }: UploadDependencies, id: string): Promise<void> {
  await store.commit([{ kind: 'delete', path: unfinishedUploads.at(id).path }]);
  await deleteParts(files, id);
}

/** Deletes uploads that were given up, and parts that belong to none. @returns their number */
export async function pruneUploads({
  store,
  files,
  now = Date.now,
}: Omit<UploadDependencies, 'files'> & { files: Pick<FileStore, 'list' | 'delete'> }): Promise<number> {
  const gone = new Set<string>();
  for (let after: string | undefined; ; ) {
    const keys = await files.list(FOLDER, after, BATCH);
    const ids = new Set(keys.map((key) => key.split('/')[1] ?? ''));
    for (const id of ids) {
      if (isMediaId(id) && !(await getDocument(store, unfinishedUploads.at(id)))) gone.add(id);
    }
    after = keys.at(-1);
    if (keys.length < BATCH) break;
  }
  const expired = await queryDocuments(store, unfinishedUploads, {
    where: [{ field: 'expiresAt', op: '<=', value: now() }],
    orderBy: [{ field: 'expiresAt', direction: 'asc' }],
    limit: UNFINISHED_LIMITS.site.count,
  });
  for (const { path, version, data } of expired) {
    try {
      await store.commit([{ kind: 'delete', path, precondition: { version } }]);
      gone.add(data.id);
    } catch (error) {
      // It went on meanwhile.
      if (!(error instanceof PreconditionFailed)) throw error;
    }
  }
  for (const id of gone) await deleteParts(files, id);
  return gone.size;
}

async function deleteParts(files: Pick<FileStore, 'list' | 'delete'>, id: string): Promise<void> {
  for (;;) {
    const keys = await files.list(`${FOLDER}/${id}`, undefined, BATCH);
    for (const key of keys) await files.delete(key);
    if (keys.length < BATCH) return;
  }
}

const idOf = (actor: Actor) => (actor.kind === 'anonymous' ? '' : actor.id);
