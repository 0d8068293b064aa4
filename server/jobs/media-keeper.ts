import type { DocumentStore } from '#core/documents/document-store.ts';
import type { FileStore } from '#core/media/file-store.ts';
import { deleteLostBytes, deleteUnusedMedia, nextMediaCheckAt, purgeFileTrash } from '#core/media-uses/delete-media.ts';
import { recordMediaUses } from '#core/media-uses/record-media-uses.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { pruneUploads } from '#core/uploads/unfinished-upload.ts';
import { listenFromNow } from '../listening/listen-from-now.ts';
import type { Log } from '../log/log.ts';
import type { SetAlarm } from './alarm.ts';
import { type BookedJobOptions, createJob, type Job } from './create-job.ts';

/** Maximum and minimum milliseconds between looks for files that are due. */
const LOOK = 60_000;
const PAUSE = 1_000;

/** Milliseconds between looks at all that is stored: for uploads that were given up, and for what a killed process has left. */
const PRUNE_EVERY = 6 * 3_600_000;

export interface MediaKeeperOptions extends BookedJobOptions {
  store: DocumentStore;
  files: Pick<FileStore, 'list' | 'delete'>;
  config: SiteConfig;
  log: Pick<Log, 'info' | 'error'>;
  now?: (() => number) | undefined;
  /** Lets visitors go first. */
  pause?: (() => Promise<void>) | undefined;
  setAlarm?: SetAlarm;
}

/** Idle once the uses of files are recorded, and those that are due are judged. */
export type MediaKeeper = Pick<Job, 'idle' | 'stop'>;

/** Records once which files older documents use, and deletes uploads that were given up and files that were used by nothing but items that are gone. */
export function startMediaKeeper({
  store,
  files,
  config,
  log,
  now = Date.now,
  pause,
  setAlarm,
  book,
}: MediaKeeperOptions): MediaKeeper {
  let isRecorded = false;
  let prunedAt = Number.NEGATIVE_INFINITY;
  let lost: ReadonlySet<string> = new Set();
  const job = createJob({
    work,
    entry: book?.of('files'),
    onFailure: (error) => log.error({ err: error }, 'The uses of files could not be recorded or judged; retrying'),
    setAlarm,
  });

  async function work(): Promise<number> {
    if (!isRecorded) {
      const written = await recordMediaUses(store, config, { signal: job.signal, pause });
      if (written > 0) log.info({ documents: written }, 'The uses of files are recorded');
      isRecorded = !job.signal.aborted;
    }
    const purged = await purgeFileTrash({ store, files, config, now });
    if (purged > 0) log.info({ files: purged }, 'Files whose time in the trash was over were deleted');
    const deleted = await deleteUnusedMedia({ store, files, now }, { signal: job.signal });
    if (deleted > 0) log.info({ files: deleted }, 'Files that nothing uses were deleted');
    if (Math.abs(now() - prunedAt) >= PRUNE_EVERY) {
      const pruned = await pruneUploads({ store, files, now });
      lost = await deleteLostBytes({ store, files, now }, lost);
      prunedAt = now();
      if (pruned > 0) log.info({ uploads: pruned }, 'Uploads that were given up were deleted');
    }
    const next = (await nextMediaCheckAt(store)) ?? Number.POSITIVE_INFINITY;
    return Math.max(PAUSE, Math.min(LOOK, next - now()));
  }

  const stopListening = listenFromNow(store, 'media', {
    onChanges(changes) {
      if (changes.some(({ after }) => after?.checkAt !== undefined)) job.wake();
    },
    onGap: job.wake,
    onError: (error) => log.error({ err: error }, 'Listening to files failed; retrying'),
  });
  job.wake();

  return {
    idle: job.idle,
    async stop() {
      stopListening();
      await job.stop();
    },
  };
}
