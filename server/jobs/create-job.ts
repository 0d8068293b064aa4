import type { JobBook, JobEntry } from '#core/jobs/job-book.ts';
import { createAlarm, type SetAlarm } from './alarm.ts';

/** Milliseconds until a failed run is retried: the store was unavailable. */
const RETRY = 5_000;

export interface JobOptions {
  /** One run. @returns the milliseconds until the next one, if known. */
  work(): Promise<number | undefined>;
  /** Milliseconds until a failed run is retried; default 5 s. */
  retry?: number;
  /** Called for each failed run; it is retried. */
  onFailure(error: unknown): void;
  setAlarm?: SetAlarm | undefined;
  /** Is told of each run. */
  entry?: JobEntry | undefined;
}

/** Of a job that is told of in a book. */
export interface BookedJobOptions {
  book?: JobBook | undefined;
}

/** A background job, with one run at a time. */
export interface Job {
  /** Aborted when the job must stop. */
  signal: AbortSignal;
  /** Requests a run; during a run, another one after it. */
  wake(): void;
  /** Resolves once no run is in progress or requested. */
  idle(): Promise<void>;
  /** Starts no more runs; resolves when the current one has ended. */
  stop(): Promise<void>;
}

export function createJob({ work, onFailure, setAlarm, entry, retry = RETRY }: JobOptions): Job {
  const stopping = new AbortController();
  const { signal } = stopping;
  const alarm = createAlarm(wake, setAlarm);
  let working: Promise<void> | undefined;
  let again = false;

  function wake(): void {
    if (signal.aborted) return;
    again = true;
    // A run that requests another one synchronously must see that it is in progress.
    working ??= Promise.resolve()
      .then(workOn)
      .finally(() => {
        working = undefined;
        // A run may have been requested after the last one ended and before that was recorded.
        if (again) wake();
      });
  }

  async function workOn(): Promise<void> {
    while (again && !signal.aborted) {
      again = false;
      try {
        const wait = await (entry ? entry.run(work) : work());
        entry?.succeeded(wait);
        if (wait !== undefined) alarm.set(wait);
      } catch (error) {
        if (signal.aborted) return;
        onFailure(error);
        entry?.failed(error, retry);
        alarm.set(retry);
      }
    }
  }

  return {
    signal,
    wake,
    async idle() {
      while (working) await working;
    },
    async stop() {
      alarm.clear();
      stopping.abort();
      await working;
    },
  };
}
