import type { FileStore } from '#core/media/file-store.ts';

/** What backups need of data folders. `file` is a path of a database that nobody uses. */
export interface BackupStorage {
  files(folder: string): Pick<FileStore, 'list'>;
  /**
   * Copies the database as it is at this moment, while a server may write to it.
   * @param onProgress receives the bytes copied so far
   * @throws {StoreUnavailable} @throws {StartFailure} while another process changes its schema or copies the site
   */
  snapshot(dataDir: string, target: string, onProgress: (bytes: number) => void): Promise<void>;
  /** @param name the file that messages name @throws {StoreUnavailable} if it is damaged, foreign, or of a newer Meki */
  check(file: string, name?: string): void;
  idsIn(file: string, collection: string): string[];
  /** Makes those who follow changes of the database read everything anew. */
  beginHistory(file: string): void;
  /** @returns what ends it @throws {StartFailure} while another process uses the data folder */
  lockAlone(dataDir: string): Promise<() => void>;
}
