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
