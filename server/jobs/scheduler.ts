import type { ClockWatch } from '#core/clock/clock-watch.ts';
import { purgeTrash } from '#core/items/trash-item.ts';
import { giveBackLease, takeLease } from '#core/jobs/lease.ts';
import { prunePreviews } from '#core/previews/previews.ts';
import { nextScheduledAt, runSchedules, type ScheduleDependencies } from '#core/publishing/run-schedules.ts';
import { listenFromNow } from '../listening/listen-from-now.ts';
import type { Log } from '../log/log.ts';
import type { SetAlarm } from './alarm.ts';
import { type BookedJobOptions, createJob, type Job } from './create-job.ts';

/** The lease of the process that runs schedules. */
const LEASE = { name: 'scheduler', length: 60_000 };

/** Maximum milliseconds between checks, even if nothing is due: the clock may be set. */
const LOOK = 60_000;

/** Interval in milliseconds between deletions of expired documents. */
const SWEEP = 3_600_000;

/** Milliseconds until a retry of due actions that were not performed. */
const UNDONE_RETRY = 5_000;

export interface SchedulerOptions extends ScheduleDependencies, BookedJobOptions {
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  setAlarm?: SetAlarm;
  /** Detects that the clock was set forward; without it, the clock is trusted. */
  clockWatch?: ClockWatch;
}

/** Idle once all due actions are done. */
export type Scheduler = Pick<Job, 'idle' | 'stop'>;

/**
 * Performs scheduled publishing and unpublishing when due, and deletes expired documents. Several processes may be ready; one
 * of them works, by a lease. Overdue actions are performed at startup.
 */
export function startScheduler(options: SchedulerOptions): Scheduler {
  const { store, log, now = Date.now, setAlarm, clockWatch, book } = options;
  const holder = crypto.randomUUID();
  const job = createJob({
    work,
    entry: book?.of('schedules'),
    onFailure: (error) => log.error({ err: error }, 'Scheduled actions cannot be read or performed; retrying'),
    setAlarm,
  });
  let sweptAt = Number.NEGATIVE_INFINITY;
  /** Also works after the clock was set back. */
  const isSweepDue = () => Math.abs(now() - sweptAt) >= SWEEP;

  /** @returns the milliseconds until the next check. */
  async function work(): Promise<number> {
    const hold = clockWatch?.hold() ?? 0;
    if (hold > 0) return Math.min(LOOK, hold);
    const next = await nextScheduledAt(store);
    const isDue = (next !== undefined && next <= now()) || isSweepDue();
    if (!isDue) return Math.min(LOOK, (next ?? Number.POSITIVE_INFINITY) - now());
    const wait = await takeLease(store, { ...LEASE, holder, now: now() });
    if (wait > 0) return wait;
    const { done, failed, passedOver } = await runSchedules(options, {
      signal: job.signal,
      onError: (error, item) => log.error({ err: error, item }, 'A scheduled action of an item failed'),
    });
    if (done > 0) log.info({ done }, 'Scheduled actions were performed');
    if (failed > 0) log.warn({ failed }, 'Scheduled actions failed; the reasons are on the items');
    if (passedOver > 0) {
      const words = 'Scheduled actions failed, and the failures could not be stored; retrying';
      log.error({ items: passedOver }, words);
    }
    if (isSweepDue()) await sweep();
    // Skipped actions are still due, and must not hide the next ones.
    const later = (await nextScheduledAt(store, passedOver > 0 ? now() : undefined)) ?? Number.POSITIVE_INFINITY;
    return later <= now() ? UNDONE_RETRY : Math.min(LOOK, later - now());
  }

  async function keepLease(): Promise<boolean> {
    return !job.signal.aborted && (await takeLease(store, { ...LEASE, holder, now: now() })) === 0;
  }

  async function sweep(): Promise<void> {
    sweptAt = now();
    const purged = await purgeTrash(options, { mayGoOn: keepLease });
    if (purged > 0) log.info({ purged }, 'Expired items in the trash were deleted');
    await prunePreviews(options);
  }

  const stopListening = listenFromNow(store, 'item-cards', {
    onStart: job.wake,
    onChanges: (changes) => {
      if (changes.some(({ after }) => after?.nextScheduleAt !== undefined)) job.wake();
    },
    onGap: job.wake,
    onError: (error) => log.error({ err: error }, 'Listening to schedules failed; retrying'),
  });
  job.wake();

  return {
    idle: job.idle,
    async stop() {
      stopListening();
      await job.stop();
      await giveBackLease(store, { ...LEASE, holder });
    },
  };
}
