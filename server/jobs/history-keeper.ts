import type { DocumentStore } from '#core/documents/document-store.ts';
import { passingOver } from '#core/documents/passing-over.ts';
import { thinHistory } from '#core/items/thin-history.ts';
import { giveBackLease, takeLease } from '#core/jobs/lease.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { Log } from '../log/log.ts';
import { type BookedJobOptions, createJob, type Job } from './create-job.ts';

/** The lease of the process that thins the history, in milliseconds; renewed for each item. */
const LEASE = { name: 'history-keeper', length: 5 * 60_000 };

/** Milliseconds between looks whether there is something to do. */
const LOOK = 3_600_000;

export interface HistoryKeeperOptions extends BookedJobOptions {
  store: DocumentStore;
  config: SiteConfig;
  log: Pick<Log, 'info' | 'error'>;
  now?: (() => number) | undefined;
  /** Lets visitors go first. */
  pause?: (() => Promise<void>) | undefined;
}

/** Deletes the revisions that an owner does not want to keep, on one instance at a time. */
export function startHistoryKeeper(options: HistoryKeeperOptions): Pick<Job, 'idle' | 'stop'> {
  const { config, log, now = Date.now, pause, book } = options;
  const store = passingOver(options.store, (err) =>
    log.error({ err }, 'A revision does not fit; it stays when the history is thinned'),
  );
  const holder = crypto.randomUUID();
  const job = createJob({
    work,
    entry: book?.of('history'),
    onFailure: (error) => log.error({ err: error }, 'The history could not be thinned; retrying'),
  });
  let renewedAt = 0;

  const renew = () => {
    renewedAt = now();
    return takeLease(store, { ...LEASE, holder, now: renewedAt });
  };

  async function work(): Promise<number> {
    const wait = await renew();
    if (wait > 0) return Math.min(wait, LOOK);
    const deleted = await thinHistory(store, config, {
      ...{ now, signal: job.signal },
      async pause() {
        await pause?.();
        if (now() - renewedAt > LEASE.length / 3) await renew();
      },
    });
    await giveBackLease(store, { ...LEASE, holder });
    if (deleted > 0) log.info({ revisions: deleted }, 'Old revisions were deleted, as the settings say');
    return LOOK;
  }

  job.wake();
  return { idle: job.idle, stop: job.stop };
}
