import { idOf } from '#core/documents/document-path.ts';
import { PicturesClosed } from '#core/media/pictures.ts';
import { type PreparingDependencies, preparePicture, unpreparedPictures } from '#core/media/prepare-picture.ts';
import { listenFromNow } from '../listening/listen-from-now.ts';
import type { Log } from '../log/log.ts';
import { type BookedJobOptions, createJob, type Job } from './create-job.ts';

export interface PictureKeeperOptions extends PreparingDependencies, BookedJobOptions {
  log: Pick<Log, 'info' | 'warn'>;
}

/** Idle once every picture is prepared. */
export type PictureKeeper = Pick<Job, 'idle' | 'stop'>;

/** Milliseconds between log entries about the progress. */
const PROGRESS_INTERVAL = 20_000;

/**
 * Prepares pictures in the background, one at a time: those of older data folders and imports at startup, then each new one.
 * Pages that show a picture depend on its document, so they are rendered again when its forms are recorded.
 */
export function startPictureKeeper({ log, book, ...dependencies }: PictureKeeperOptions): PictureKeeper {
  const { store } = dependencies;
  const waiting = new Set<string>();
  let isCaughtUp = false;
  let isFailing = false;
  const job = createJob({
    work,
    entry: book?.of('pictures'),
    onFailure(error) {
      if (error instanceof PicturesClosed) return;
      if (!isFailing) log.warn({ err: error }, 'Pictures cannot be prepared now; retrying');
      isFailing = true;
    },
  });

  async function work(): Promise<undefined> {
    if (!isCaughtUp) {
      // Set before waiting: if changes are missed meanwhile, it is reset.
      isCaughtUp = true;
      for await (const id of unpreparedPictures(store)) waiting.add(id);
    }
    let prepared = 0;
    let reportedAt = performance.now();
    let hasReported = false;
    for (const id of waiting) {
      if (job.signal.aborted) return;
      await preparePicture(dependencies, id);
      waiting.delete(id);
      prepared++;
      isFailing = false;
      const isEnd = waiting.size === 0 && hasReported;
      if (!isEnd && performance.now() - reportedAt < PROGRESS_INTERVAL) continue;
      reportedAt = performance.now();
      hasReported = true;
      log.info({ prepared, left: waiting.size }, 'Pictures are prepared for every screen');
    }
  }

  const stop = listenFromNow(store, 'media', {
    onChanges(changes) {
      for (const { kind, before, path } of changes) {
        if (kind === 'written' && !before) waiting.add(idOf({ path }));
      }
      if (waiting.size > 0) job.wake();
    },
    onGap() {
      isCaughtUp = false;
      job.wake();
    },
    onError: (error) => log.warn({ err: error }, 'Listening to new pictures failed; retrying'),
  });
  job.wake();

  return {
    idle: job.idle,
    async stop() {
      stop();
      await job.stop();
    },
  };
}
