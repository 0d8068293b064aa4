import type { FileStore } from '#core/media/file-store.ts';

/** The name of the database in data folders and in backups. */
export const DATABASE = 'meki.sqlite';

/** What backups need of data folders. `file` is a path of a database that nobody uses. */
export interface BackupStorage {
  files(folder: string): Pick<FileStore, 'list'>;
  /**
   * Copies the database as it is at this moment, while a server may write to it.
   * @param onProgress receives the bytes copied so far
   * @throws {StoreUnavailable} @throws {StartFailure} while another process changes its schema or copies the site
   */
  snapshot(dataDir: string, target: string, onProgress: (bytes: number) => void): Promise<void>;
  /** @throws {StoreUnavailable} if the database is damaged, foreign, or of a newer Meki */
  check(file: string): void;
  idsIn(file: string, collection: string): string[];
  /** Makes those who follow changes of the database read everything anew. */
  beginHistory(file: string): void;
  /** @returns what ends it @throws {StartFailure} while another process uses the data folder */
  lockAlone(dataDir: string): Promise<() => void>;
}
