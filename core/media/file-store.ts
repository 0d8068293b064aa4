/** The port to whatever keeps files. A key is a path of lower-case names, digits, dots and hyphens. */
export interface FileStore {
  /** Durable once resolved. Writing the same key again replaces it. @throws {FileStoreUnavailable} */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** @throws {FileStoreUnavailable} */
  read(key: string): Promise<Uint8Array | undefined>;
}

/** The backing service cannot answer now. `cause` says why. */
export class FileStoreUnavailable extends Error {
  override name = 'FileStoreUnavailable';
}
