/** A piece of a file, and how large the whole file is. */
export interface FilePart {
  bytes: Uint8Array;
  /** Bytes of the whole file. */
  size: number;
}

/** The port to whatever keeps files. A key is a path of lower-case names, digits, dots and hyphens. */
export interface FileStore {
  /** Durable once resolved. Writing the same key again replaces it. @throws {FileStoreUnavailable} */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** The whole file, in memory. @returns `undefined` if there is none. @throws {FileStoreUnavailable} */
  read(key: string): Promise<Uint8Array | undefined>;
  /** Size in bytes, without opening the file. @returns `undefined` if there is none. @throws {FileStoreUnavailable} */
  size(key: string): Promise<number | undefined>;
  /**
   * Reads `length` bytes from byte `start` on, or as many as there are. No file stays open between two calls, so a
   * caller that reads slowly, or stops reading, holds no file descriptor.
   * @returns `undefined` if there is no such file. @throws {FileStoreBusy} @throws {FileStoreUnavailable}
   */
  readPart(key: string, start: number, length: number): Promise<FilePart | undefined>;
}

/** The backing service cannot answer now. `cause` says why. */
export class FileStoreUnavailable extends Error {
  override name = 'FileStoreUnavailable';
}

/** Too many reads are waiting already. Retry in a second. */
export class FileStoreBusy extends FileStoreUnavailable {
  override name = 'FileStoreBusy';
}
