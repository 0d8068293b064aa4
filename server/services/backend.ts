import type { Passwords } from '#core/accounts/passwords.ts';
import type { DocumentStore, StoreUsage } from '#core/documents/document-store.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import type { FileStore } from '#core/media/file-store.ts';

/** Where a site keeps what must survive. */
export interface Backend {
  store: DocumentStore;
  draftLog: DraftLog;
  files: FileStore;
  /** Drawn pictures, which never change, through what is kept on this machine of files that are elsewhere. */
  pictureFiles: Pick<FileStore, 'size' | 'readPart' | 'write' | 'delete'>;
  passwords: Passwords;
  /** Whether other processes may serve the same site. */
  isShared: boolean;
  /** What this process has used of the database; missing where nothing bills it. */
  usage?: () => StoreUsage;
  /** Tells other processes of the data folder where the server listens, if that matters to them. */
  announce(address: string): void;
  close(): Promise<void>;
}

/**
 * `server` for a process that serves the site, `guest` for one that works beside it, `sole` for one that must be alone with a data
 * folder.
 */
export type BackendRole = 'server' | 'guest' | 'sole';

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
