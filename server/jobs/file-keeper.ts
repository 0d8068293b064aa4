import { setImmediate } from 'node:timers/promises';
import { items, publications } from '#core/content/collections.ts';
import { sameContents } from '#core/documents/compare-values.ts';
import { idOf } from '#core/documents/document-path.ts';
import type { DocumentStore, FeedChange } from '#core/documents/document-store.ts';
import { everyDocument } from '#core/documents/every-document.ts';
import { coverFiles } from '#core/files/cover-files.ts';
import { judgeFileUses } from '#core/files/judge-file-use.ts';
import { files } from '#core/files/site-file.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { Log } from '../log/log.ts';
import { type BookedJobOptions, createJob, type Job } from './create-job.ts';
import { followFromPlace } from './follow-from-place.ts';

export interface FileKeeperOptions extends BookedJobOptions {
  store: DocumentStore;
  config: SiteConfig;
  log: Pick<Log, 'info' | 'error'>;
  /** Whether to go on where the last process was instead of judging all files, since that is billed. */
  resumes?: boolean | undefined;
  /** Waits between files while visitors need the server; default: only a turn of the event loop. */
  pause?: (() => Promise<void>) | undefined;
}

/** Idle once every file has a card that says whether it is used. */
export type FileKeeper = Pick<Job, 'idle' | 'stop'>;

/**
 * Makes files of what was uploaded before there were files, and keeps whether a file is used on its card, as items and publications
 * begin or cease to show it.
 */
export function startFileKeeper({
  store,
  config,
  log,
  resumes = false,
  pause = setImmediate,
  book,
}: FileKeeperOptions): FileKeeper {
  const waiting = new Set<string>();
  let isCovered = false;
  let isCaughtUp = false;
  let isWorking = false;
  const job = createJob({
    entry: book?.of('file-cards'),
    async work() {
      isWorking = true;
      try {
        await catchUp();
      } finally {
        isWorking = false;
      }
      return undefined;
    },
    onFailure(error) {
      isCaughtUp = false;
      log.error({ err: error }, 'The uses of files could not be counted; retrying');
    },
  });
  const { signal } = job;

  async function catchUp(): Promise<void> {
    if (!isCovered) {
      const made = await coverFiles({ store, config }, { signal, pause });
      if (made > 0) log.info({ files: made }, 'The library has the files that were uploaded before');
      isCovered = !signal.aborted;
    }
    if (!isCaughtUp) {
      // Set before waiting: if changes are missed meanwhile, it is reset.
      isCaughtUp = true;
      for await (const document of everyDocument(store, files)) waiting.add(idOf(document));
    }
    for (const id of waiting) {
      if (signal.aborted) return;
      await pause();
      waiting.delete(id);
      await judgeFileUses({ store, config }, [id]);
    }
  }

  function onChanges(changes: FeedChange[]): void {
    for (const { before, after } of changes) {
      // Nobody knows which files it no longer shows.
      if (before === undefined) isCaughtUp = false;
      if (before && after && sameContents(before.media, after.media)) continue;
      for (const id of [...listOf(before), ...listOf(after)]) waiting.add(id);
    }
    if (waiting.size > 0 || !isCaughtUp) job.wake();
  }

  const stopFollowing = followFromPlace({
    store,
    job: resumes ? 'file-uses' : undefined,
    followed: [items, publications].map(({ name }) => ({ collection: name, onChanges })),
    onBegin(isResumed) {
      isCaughtUp = isResumed;
      job.wake();
    },
    onGap() {
      isCaughtUp = false;
      job.wake();
    },
    onError: (error) => log.error({ err: error }, 'Listening to the uses of files failed; retrying'),
    isDone: () => isCovered && isCaughtUp && !isWorking && waiting.size === 0,
  });

  return {
    idle: job.idle,
    async stop() {
      await Promise.all([stopFollowing(), job.stop()]);
    },
  };
}

/** The files in a list of the feed; none if the store does not know what was before. */
function listOf(data: FeedChange['before']): string[] {
  const list = data?.media;
  return Array.isArray(list) ? list.map(String) : [];
}
