import type { Identity } from '#core/accounts/identity.ts';
import { createClockWatch } from '#core/clock/clock-watch.ts';
import type { FileStore } from '#core/media/file-store.ts';
import type { ItemDependencies } from '#core/publishing/change-item.ts';
import { createFindActor } from '#core/tokens/api-tokens.ts';
import type { Log } from '../log/log.ts';
import { steadyMilliseconds } from './alarm.ts';
import { startCardKeeper } from './card-keeper.ts';
import type { BookedJobOptions } from './create-job.ts';
import { startFileKeeper } from './file-keeper.ts';
import { startHistoryKeeper } from './history-keeper.ts';
import { startListingKeeper } from './listing-keeper.ts';
import { startMediaKeeper } from './media-keeper.ts';
import { startScheduler } from './scheduler.ts';

export interface ItemJobsOptions extends ItemDependencies, BookedJobOptions {
  files: Pick<FileStore, 'list' | 'delete'>;
  identity: Pick<Identity, 'lookup'>;
  log: Log;
  /** Whether jobs go on where the last process was instead of reading everything at each start. */
  resumes?: boolean | undefined;
  /** Waits between items and batches while visitors need the server; default: only a turn of the event loop. */
  pause?: (() => Promise<void>) | undefined;
}

/** Background jobs on items. */
export interface ItemJobs {
  start(): void;
  /** Resolves when the current runs have ended. */
  stop(): Promise<void>;
}

export function createItemJobs({
  files,
  identity,
  log,
  resumes,
  pause,
  book,
  ...dependencies
}: ItemJobsOptions): ItemJobs {
  let started: { stop(): Promise<void> }[] = [];
  const clockWatch = createClockWatch({
    now: dependencies.now ?? Date.now,
    steady: steadyMilliseconds,
    onStep(by) {
      const seconds = Math.round(by / 1000);
      log.warn(
        { seconds },
        by > 0
          ? 'The clock was set forward: what is scheduled waits for 15 minutes, in case that is a mistake'
          : 'The clock was set back: what is scheduled waits until the clock reaches its time',
      );
    },
  });
  return {
    start() {
      started = [
        startCardKeeper({ ...dependencies, book, log, resumes, pause }),
        startListingKeeper({ ...dependencies, book, log, pause }),
        startMediaKeeper({ ...dependencies, book, files, log, pause }),
        startHistoryKeeper({ ...dependencies, book, log, pause }),
        startFileKeeper({ ...dependencies, book, log, resumes, pause }),
        startScheduler({
          ...dependencies,
          book,
          clockWatch,
          log,
          actorOf: createFindActor({ ...dependencies, identity }),
        }),
      ];
    },
    async stop() {
      await Promise.all(started.map((job) => job.stop()));
    },
  };
}
