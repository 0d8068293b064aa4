import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import {
  backupName,
  backupsToKeep,
  backupTime,
  nextBackupAt,
  type Retention,
  type TimesOfDay,
} from '#core/jobs/backup-schedule.ts';
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

/** Maximum length of what the command says. */
const MAX_OUTPUT = 1024 * 1024;

export interface BackupKeeperOptions extends BookedJobOptions {
  /** The folder of the backups. */
  folder: string;
  times: TimesOfDay;
  keep: Retention;
  timeZone: string;
  /** Backs up the site into a folder, and verifies it. @throws Error with a sentence for the operator */
  take(to: string, signal: AbortSignal): Promise<void>;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  now?: () => number;
}

export interface BackupKeeper extends Pick<Job, 'idle' | 'stop'> {
  facts(): BackupFacts;
}

/**
 * Takes a backup at the times of a schedule, at once if one was missed, and deletes those that need not be kept: only folders with the
 * names that it gives, and only after one that was verified.
 */
export function startBackupKeeper(options: BackupKeeperOptions): BackupKeeper {
  const { folder, times, keep, timeZone, take, log, now = Date.now, book } = options;
  const startedAt = now();
  let made: number[] = [];
  let failure: BackupFacts['failure'];
  const dueAt = () => nextBackupAt(times, timeZone, made.at(-1));
  const job = createJob({
    work,
    retry: RETRY,
    entry: book?.of('backup'),
    onFailure(error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (failure?.reason !== reason)
        log.error({ err: error, folder }, 'The backup failed; it is tried again every half hour');
      failure = { at: now(), reason };
    },
  });

  async function work(): Promise<number> {
    await look();
    if (dueAt() <= now()) {
      const begun = now();
      const to = join(folder, backupName(begun));
      await take(to, job.signal);
      failure = undefined;
      await look();
      log.info({ folder: to, ms: now() - begun, deleted: await prune() }, 'The site was backed up and verified');
    }
    return Math.min(LOOK, Math.max(1_000, dueAt() - now()));
  }

  /** Finds the whole backups, except those of a later time, and removes what killed ones have left. */
  async function look(): Promise<void> {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    for (const name of names) {
      const [own = '', rest] = name.split('.unfinished-');
      if (rest !== undefined && backupTime(own) !== undefined) await rm(join(folder, name), { recursive: true });
    }
    const times = names.filter((name) => existsSync(join(folder, name, COMPLETE))).map(backupTime);
    const known = times.filter((at) => at !== undefined).filter((at) => at <= now() + AHEAD);
    made = known.sort((one, other) => one - other);
  }

  /** @returns how many were deleted */
  async function prune(): Promise<number> {
    const kept = backupsToKeep(made, keep);
    const gone = made.filter((at) => !kept.has(at));
    for (const at of gone) await rm(join(folder, backupName(at)), { recursive: true });
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
        folder,
        count: made.length,
        nextAt: due,
        isLate: now() - due > LATE_AFTER,
        ...(last !== undefined && { lastAt: last }),
        ...(failure && { failure }),
      };
    },
  };
}

/**
 * Takes a backup by the command, in a process of its own: SQLite's check of a large database would hold up visitors.
 * @param root the project's folder
 */
export function takeByCommand(
  root: string,
  variables: { [name: string]: string | undefined },
): BackupKeeperOptions['take'] {
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
