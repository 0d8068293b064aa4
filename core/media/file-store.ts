/** A part of a file, and the size of the whole file. */
export interface FilePart {
  bytes: Uint8Array;
  /** Bytes of the whole file. */
  size: number;
}

/** The contents of a file. Those of a `Blob` need not be in memory. */
export type FileContents = Uint8Array | Blob;

/** A whole file of this machine, which another process can read by its path. */
export type LocalFile = Blob & { readonly path: string };

/** The path of contents that are a whole file of this machine. */
export function pathOf(contents: FileContents): string | undefined {
  return 'path' in contents && typeof contents.path === 'string' ? contents.path : undefined;
}

/** The whole contents in memory. */
export async function bytesOf(contents: FileContents): Promise<Uint8Array> {
  return contents instanceof Blob ? new Uint8Array(await contents.arrayBuffer()) : contents;
}

/** The port to the file storage. A key is a path of lower-case names, digits, dots and hyphens. */
export interface FileStore {
  /**
   * At most `limit` keys of files in a folder, such as `media`, and the folders in it, sorted, after a key; for copies and checks.
   * @throws {FileStoreUnavailable}
   */
  list(folder: string, after: string | undefined, limit: number): Promise<string[]>;
  /** Durable once resolved; overwrites. @throws {FileStoreUnavailable} */
  write(key: string, contents: FileContents): Promise<void>;
  /** Durable once resolved; nothing happens if there is no such file. @throws {FileStoreUnavailable} */
  delete(key: string): Promise<void>;
  /** The whole file in memory. @returns `undefined` if it does not exist. @throws {FileStoreUnavailable} */
  read(key: string): Promise<Uint8Array | undefined>;
  /** The whole file to pass on, which is read only if it is not on this machine. @returns `undefined` if it does not exist. @throws {FileStoreUnavailable} */
  open(key: string): Promise<FileContents | undefined>;
  /** Size in bytes, without opening the file. @returns `undefined` if it does not exist. @throws {FileStoreUnavailable} */
  size(key: string): Promise<number | undefined>;
  /**
   * Reads up to `length` bytes from offset `start`. No file stays open between calls, so that slow or aborted readers hold no
   * file descriptor.
   * @returns `undefined` if the file does not exist. @throws {FileStoreBusy} @throws {FileStoreUnavailable}
   */
  readPart(key: string, start: number, length: number): Promise<FilePart | undefined>;
}

/** The backing service cannot answer now. `cause` has the reason. */
export class FileStoreUnavailable extends Error {
  override name = 'FileStoreUnavailable';
}

/** Too many reads are queued. Retry in a second. */
export class FileStoreBusy extends FileStoreUnavailable {
  override name = 'FileStoreBusy';
}

/** Whether a key is valid. */
export function isFileKey(key: string): boolean {
  return key.length <= 200 && /^[a-z0-9][a-z0-9.-]*(?:\/[a-z0-9][a-z0-9.-]*)*$/.test(key);
}

/** Validates a key. @throws RangeError for anything else, such as a path that leads out of the store. */
export function requireFileKey(key: string): string {
  if (isFileKey(key)) return key;
  throw new RangeError(`"${key}" is not the key of a file`);
}

/** Keys per listing. */
const PAGE = 100;

/** Deletes a media file in all forms that are stored. @throws {FileStoreUnavailable} */
export async function deleteFiles(files: Pick<FileStore, 'list' | 'delete'>, id: string): Promise<void> {
  for (;;) {
    const keys = await files.list(`media/${id}`, undefined, PAGE);
    for (const key of keys) await files.delete(key);
    if (keys.length < PAGE) return;
  }
}
