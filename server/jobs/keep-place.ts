import type { DocumentStore } from '#core/documents/document-store.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import type { SetAlarm } from './alarm.ts';
import { createJob, type Job } from './create-job.ts';

/**
 * Milliseconds between two places, and until a place counts: commits before it may become visible later, in the cloud 10 s. A
 * feed that has more than 1,000 commits since a place cannot go on from it. Source: Meki's own.
 */
const INTERVAL = 180_000;
const MARGIN = 15_000;

export interface PlaceOptions {
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
