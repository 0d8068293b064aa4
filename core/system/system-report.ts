import type { JobFacts, JobName } from '../jobs/job-book.ts';
import { WARNED } from '../media/site-space.ts';

/** What failed, and when, in milliseconds since 1970. */
export interface SystemFailure {
  at: number;
  reason: string;
}

/** The scheduled backups of a site. Times are in milliseconds since 1970. */
export interface BackupFacts {
  /** Where they are. */
  folder: string;
  /** How many there are. */
  count: number;
  /** When the last one was made that was verified. */
  lastAt?: number;
  nextAt: number;
  /** Whether the last one is older than the schedule. */
  isLate: boolean;
  /** The last failure, until a backup succeeds. */
  failure?: SystemFailure;
}

/** How much a site takes, in bytes. */
export interface StoredBytes {
  /** The database with its log; missing where it is a service. */
  database?: number;
  /** What is made again: rendered pages and the search. */
  derived: number;
  /** Uploaded files, without the forms that are made of them. */
  files: number;
  /** The file system of the data folder: its size, and what an account that is not root may still write. */
  disk?: { size: number; free: number };
}

/** A server of a site that several may serve, as it says about itself every minute. Times are in milliseconds since 1970. */
export interface Instance {
  /** The machine, as it names itself. */
  host: string;
  version: string;
  /** The id of the build. */
  build: string;
  startedAt: number;
  /** When it last said that it runs. */
  seenAt: number;
  /** Whether it still counts as running: not after three minutes without a sign. */
  isRunning: boolean;
}

/** How a site runs, as one instance of its server sees it. Times are in milliseconds since 1970. */
export interface SystemReport {
  version: string;
  build: { id: string; timestamp: number };
  startedAt: number;
  /** The machine, as it names itself. */
  host: string;
  /** Whether other instances may serve the same site. */
  isShared: boolean;
  jobs: { name: JobName; facts: JobFacts }[];
  mail: {
    /** Missing while the database cannot be asked. */
    waiting?: number;
    /** Whether there is a mail server; otherwise mails are written to files. */
    isSent: boolean;
    failure?: SystemFailure;
  };
  /** Missing while it cannot be asked for. */
  stored?: StoredBytes;
  /** Bytes that uploaded files may take in all; missing if that has no limit. */
  quota?: number;
  /** Missing where this server makes none. */
  backups?: BackupFacts;
  isSearchComplete: boolean;
}

/** What an owner should do something about. */
export type SystemWarning =
  | 'disk'
  | 'quota'
  | 'backup-late'
  | 'backup-failed'
  | 'no-backups'
  | 'mail-failed'
  | 'no-mail'
  | 'job-failed'
  | 'search';

/** Share of the disk from which on it counts as full. Source: Meki's own. */
const FULL = 0.9;

/** Those that every page of the admin area shows to owners. */
export const URGENT_WARNINGS: readonly SystemWarning[] = ['disk', 'quota', 'backup-late'];

/** What of a report should be looked at, the most urgent first. */
export function systemWarnings({
  stored,
  quota,
  backups,
  mail,
  jobs,
  isShared,
  isSearchComplete,
}: SystemReport): SystemWarning[] {
  const { disk } = stored ?? {};
  const found: { [warning in SystemWarning]: boolean } = {
    disk: disk !== undefined && disk.size > 0 && disk.size - disk.free >= FULL * disk.size,
    quota: quota !== undefined && (stored?.files ?? 0) >= WARNED * quota,
    'backup-late': backups?.isLate === true,
    'backup-failed': backups?.failure !== undefined,
    'no-backups': backups === undefined && !isShared,
    'mail-failed': mail.failure !== undefined,
    'no-mail': !mail.isSent,
    'job-failed': jobs.some(({ name, facts }) => facts.failure !== undefined && name !== 'backup'),
    search: !isSearchComplete,
  };
  return (Object.keys(found) as SystemWarning[]).filter((warning) => found[warning]);
}
