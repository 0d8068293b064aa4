import type { Passwords } from '#core/accounts/passwords.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import type { FileStore } from '#core/media/file-store.ts';

/** A site as `meki copy` reads or writes it. */
export interface CopySide {
  /** For messages, such as `the data folder /srv/data`. An interrupted copy goes on only from the side with the same name. */
  name: string;
  store: DocumentStore;
  draftLog: DraftLog;
  files: FileStore;
  passwords: Passwords;
  /** Whether processes elsewhere could use it meanwhile, so that a lease has to prevent that. */
  isShared: boolean;
}

/** The folder of the file store that has the site's files. */
export const COPIED_FOLDER = 'media';

export interface CopyTotals {
  documents: number;
  drafts: number;
  /** The updates in the histories of all drafts. */
  updates: number;
  files: number;
  /** Bytes of the files. */
  bytes: number;
}

export interface CopyProgress {
  phase: 'files' | 'drafts' | 'documents' | 'verifying';
  /** What has been read of the source in this phase; written, unless an interrupted copy had it. */
  done: CopyTotals;
}

/** Both sides of a comparison. */
export interface Comparing {
  from: CopySide;
  to: CopySide;
  /** Receives one line per difference. */
  tell(difference: string): void;
}

/** Counts what was done, and tells it. */
export type Count = (more: Partial<CopyTotals>) => void;
