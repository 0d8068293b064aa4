import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { DocumentStore } from '#core/documents/document-store.ts';
import {
  backupName,
  backupsToKeep,
  backupTime,
  nextBackupAt,
  type Retention,
  type TimesOfDay,
} from '#core/jobs/backup-schedule.ts';
import { giveBackLease, takeLease } from '#core/jobs/lease.ts';
import type { BackupFacts } from '#core/system/system-report.ts';
import { type BookedJobOptions, createJob, type Job } from '../jobs/create-job.ts';
import type { Log } from '../log/log.ts';
import { COMPLETE } from './backup-contents.ts';

/** Milliseconds until a backup that failed is tried again. Source: Meki's own. */
const RETRY = 30 * 60_000;

/** Milliseconds between looks at the clock, which may be set. */
const LOOK = 10 * 60_000;

/** Milliseconds after which a backup that is due counts as late: the time that one takes, and one more attempt. */
const LATE_AFTER = 2 * 3_600_000;

/** Milliseconds that a backup may be ahead of the clock, which may be set back. A later one is of a clock that was wrong. */
const AHEAD = 24 * 3_600_000;

/** The lease of the instance that backs up, in milliseconds; renewed meanwhile. */
const LEASE = { name: 'backup-keeper', length: 5 * 60_000 };

/** Maximum length of what the command says. */
const MAX_OUTPUT = 1024 * 1024;

/** Where scheduled backups are. */
export interface BackupPlace {
  /** As owners are told. */
  name: string;
  /** What is there, also of others. */
  list(): Promise<{ name: string; isWhole: boolean }[]>;
  remove(name: string): Promise<void>;
  /** Backs up the site under a name, and verifies it. @throws Error with a sentence for the operator */
  take(name: string, signal: AbortSignal): Promise<void>;
  /** Deletes what no backup needs any longer. */
  tidy?(): Promise<void>;
}

export interface BackupKeeperOptions extends BookedJobOptions {
  place: BackupPlace;
  /** What tells the backups of the site from those of others in the same place (`siteMark`). */
  site: string;
  times: TimesOfDay;
  keep: Retention;
  timeZone: string;
  /** Where several instances serve the site: one of them backs up at a time. */
  store?: DocumentStore | undefined;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  now?: () => number;
}

export interface BackupKeeper extends Pick<Job, 'idle' | 'stop'> {
  facts(): BackupFacts;
}

/**
 * Takes a backup at the times of a schedule, at once if one was missed, and deletes those that need not be kept: only what has the
 * names that it gives to this site, and only after a backup that was verified.
 */
export function startBackupKeeper(options: BackupKeeperOptions): BackupKeeper {
  const { place, site, times, keep, timeZone, store, log, now = Date.now, book } = options;
  const startedAt = now();
  const holder = crypto.randomUUID();
  let made: number[] = [];
  let unfinished: string[] = [];
  let failure: BackupFacts['failure'];
  const dueAt = () => nextBackupAt(times, timeZone, made.at(-1));
  const job = createJob({
    work,
    retry: RETRY,
    entry: book?.of('backup'),
    onFailure(error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (failure?.reason !== reason)
        log.error({ err: error, folder: place.name }, 'The backup failed; it is tried again every half hour');
      failure = { at: now(), reason };
    },
  });

  async function work(): Promise<number> {
    await look();
    if (dueAt() <= now()) {
      const wait = store ? await aloneOn(store, backUp) : await backUp();
      if (wait) return Math.min(wait, LOOK);
    }
    return Math.min(LOOK, Math.max(1_000, dueAt() - now()));
  }

  /** @returns milliseconds after which to look again, where another instance is at it */
  async function aloneOn(leases: DocumentStore, act: () => Promise<void>): Promise<number | undefined> {
    const take = () => takeLease(leases, { ...LEASE, holder, now: now() });
    const wait = await take();
    if (wait > 0) return wait;
    const renewing = setInterval(() => void take().catch(() => {}), LEASE.length / 3);
    try {
      // Another instance may have made it just now.
      await look();
      if (dueAt() <= now()) await act();
    } finally {
      clearInterval(renewing);
      await giveBackLease(leases, { ...LEASE, holder });
    }
    return undefined;
  }

  async function backUp(): Promise<void> {
    // What killed processes have left: nobody else is at it.
    for (const left of unfinished) await place.remove(left);
    const begun = now();
    const name = backupName(site, begun);
    await place.take(name, job.signal);
    failure = undefined;
    await look();
    const deleted = await prune();
    await place.tidy?.();
    log.info({ folder: place.name, name, ms: now() - begun, deleted }, 'The site was backed up and verified');
  }

  /** Finds the site's own backups: the whole ones, except those of a later time, and the unfinished. */
  async function look(): Promise<void> {
    const found: number[] = [];
    unfinished = [];
    for (const { name, isWhole } of await place.list()) {
      const [own = '', rest] = name.split('.unfinished-');
      const at = backupTime(site, own);
      if (at === undefined) continue;
      if (rest !== undefined) unfinished.push(name);
      else if (isWhole && at <= now() + AHEAD) found.push(at);
    }
    made = found.sort((one, other) => one - other);
  }

  /** @returns how many were deleted */
  async function prune(): Promise<number> {
    const kept = backupsToKeep(made, keep);
    const gone = made.filter((at) => !kept.has(at));
    for (const at of gone) await place.remove(backupName(site, at));
    made = made.filter((at) => kept.has(at));
    return gone.length;
  }

  job.wake();
  return {
    idle: job.idle,
    stop: job.stop,
    facts() {
      const last = made.at(-1);
      const due = Math.max(dueAt(), last === undefined ? startedAt : 0);
      return {
        folder: place.name,
        count: made.length,
        nextAt: due,
        isLate: now() - due > LATE_AFTER,
        ...(last !== undefined && { lastAt: last }),
        ...(failure && { failure }),
      };
    },
  };
}

/** What tells a site from others that back up to the same place: eight hexadecimal digits of its origin and secret. */
export function siteMark(origin: string, secret: string): string {
  return createHmac('sha256', secret).update(`backups of ${origin}`).digest('hex').slice(0, 8);
}

/** Backups in a folder. @param take backs up the site into a folder, and verifies it. @throws Error with a sentence for the operator */
export function folderPlace(folder: string, take: (to: string, signal: AbortSignal) => Promise<void>): BackupPlace {
  return {
    name: folder,
    async list() {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      return names.map((name) => ({ name, isWhole: existsSync(join(folder, name, COMPLETE)) }));
    },
    remove: (name) => rm(join(folder, name), { recursive: true }),
    take: (name, signal) => take(join(folder, name), signal),
  };
}

/**
 * Takes a backup by the command, in a process of its own: SQLite's check of a large database would hold up visitors.
 * @param root the project's folder
 */
export function takeByCommand(
  root: string,
  variables: { [name: string]: string | undefined },
): (to: string, signal: AbortSignal) => Promise<void> {
  return (to, signal) =>
    new Promise((resolve, reject) => {
      const args = [join(root, 'cli/main.ts'), 'backup', to, '--json'];
      const options = { env: { ...process.env, ...variables }, signal, maxBuffer: MAX_OUTPUT };
      const child = execFile(process.execPath, args, options, (error, stdout, stderr) => {
        if (error === null) resolve();
        else reject(new Error(problemIn(stdout) ?? (stderr.trim() || error.message), { cause: error }));
      });
      try {
        if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
      } catch {
        // It has ended already.
      }
    });
}

function problemIn(output: string): string | undefined {
  try {
    return (JSON.parse(output) as { error?: string }).error;
  } catch {
    return undefined;
  }
}
