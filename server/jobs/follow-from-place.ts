import type { DocumentStore, FeedChange } from '#core/documents/document-store.ts';
import { getDocument, setDocument } from '#core/documents/typed-documents.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import { type FromNowHandlers, listenFromNow } from '../listening/listen-from-now.ts';
import type { SetAlarm } from './alarm.ts';
import { createJob, type Job } from './create-job.ts';

export interface FollowFromPlaceOptions extends Pick<FromNowHandlers, 'onGap' | 'onError'> {
  store: DocumentStore;
  /** The job whose document has the place, where reading everything at each start would be billed; `undefined`: begin now. */
  job: string | undefined;
  /** Collections, and what receives their changes. */
  followed: { collection: string; onChanges: (changes: FeedChange[]) => void }[];
  /** Called once. @param isResumed whether all changes since the last process will be told; otherwise everything must be read */
  onBegin(isResumed: boolean): void;
  /** Whether everything that was told is processed. */
  isDone(): boolean;
}

/**
 * Follows changes from where the last process was, if that is known, else from now on.
 * @returns a function that stops
 */
export function followFromPlace(options: FollowFromPlaceOptions): () => Promise<void> {
  const { store, job, followed, onBegin, onGap, onError, isDone } = options;
  const following = new Set<string>();
  const stops: (() => void | Promise<void>)[] = [];
  let isStopped = false;

  function begin(from?: string): void {
    if (isStopped) return;
    onBegin(from !== undefined);
    for (const { collection, onChanges } of followed) {
      const onFollowing = (now: boolean) => void (now ? following.add(collection) : following.delete(collection));
      stops.push(listenFromNow(store, collection, { from, onChanges, onGap, onError, onFollowing }));
    }
    if (job !== undefined) stops.push(keep(job));
  }

  function keep(name: string): () => Promise<void> {
    return keepPlace({
      store,
      isDone: () => following.size === followed.length && isDone(),
      async save(place) {
        await store.commit([setDocument(jobs.at(name), { after: place })]);
      },
      onFailure: (error) => onError(error instanceof Error ? error : new Error(String(error), { cause: error })),
    }).stop;
  }

  if (job === undefined) begin();
  else {
    getDocument(store, jobs.at(job)).then(
      (record) => begin(record?.data.after),
      () => begin(),
    );
  }
  return async () => {
    isStopped = true;
    await Promise.all(stops.map((stop) => stop()));
  };
}

/**
 * Milliseconds between two places, and until a place counts: commits before it may become visible later, in the cloud 10 s. A
 * feed that has more than 1,000 commits since a place cannot go on from it. Source: Meki's own.
 */
const INTERVAL = 180_000;
const MARGIN = 15_000;

interface PlaceOptions {
  store: Pick<DocumentStore, 'followChanges'>;
  /** Whether everything that followers were told is processed, and nothing is being missed. */
  isDone(): boolean;
  /** Stores a place of the change feed: all commits up to it are processed. */
  save(place: string): Promise<void>;
  /** Called for each failure; it is retried. */
  onFailure(error: unknown): void;
  setAlarm?: SetAlarm | undefined;
}

/** Tells from time to time up to which place of the change feed all commits are processed, so that a later process goes on there. */
export function keepPlace({ store, isDone, save, onFailure, setAlarm }: PlaceOptions): Pick<Job, 'stop'> {
  let reached: string | undefined;
  let saved: string | undefined;

  async function work(): Promise<number> {
    if (reached === undefined) {
      reached = await currentPlace(store, job.signal);
      return MARGIN;
    }
    if (reached !== saved) {
      if (!isDone()) return MARGIN;
      await save(reached);
    }
    saved = reached;
    reached = undefined;
    return INTERVAL;
  }

  const job = createJob({ work, onFailure, setAlarm });
  job.wake();
  return { stop: job.stop };
}

/** The place after the last commit that the followers of this process were told. */
async function currentPlace(store: Pick<DocumentStore, 'followChanges'>, signal: AbortSignal): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  const stop = store.followChanges([jobs.name], ({ resumeToken }) => resolve(resumeToken), { onError: reject });
  try {
    return await promise;
  } finally {
    stop();
    signal.removeEventListener('abort', onAbort);
  }
}
