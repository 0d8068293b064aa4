import { createAlarm, type SetAlarm } from './alarm.ts';

/** Milliseconds until the next round after one that failed: the store could not be read or written. */
const RETRY = 5_000;

export interface JobOptions {
  /** One round. @returns the milliseconds until the next, where something is known to fall due. */
  work(): Promise<number | undefined>;
  /** Told of each round that failed; it is tried again. */
  onFailure(error: unknown): void;
  setAlarm?: SetAlarm | undefined;
}

/** Work that the server does by itself, one round at a time. */
export interface Job {
  /** Aborted when it is to stop. */
  signal: AbortSignal;
  /** Asks for a round; while one is under way, for another after it. */
  wake(): void;
  /** Resolves once no round is under way or asked for. */
  idle(): Promise<void>;
  /** Takes up nothing more; resolves when what is under way has ended. */
  stop(): Promise<void>;
}

export function createJob({ work, onFailure, setAlarm }: JobOptions): Job {
  const stopping = new AbortController();
  const { signal } = stopping;
  const alarm = createAlarm(wake, setAlarm);
  let working: Promise<void> | undefined;
  let again = false;

  function wake(): void {
    if (signal.aborted) return;
    again = true;
    // A round that asks for another at once finds itself under way.
    working ??= Promise.resolve()
      .then(workOn)
      .finally(() => {
        working = undefined;
        // Somebody may have asked for it when the last round had ended and this had not been noted yet.
        if (again) wake();
      });
  }

  async function workOn(): Promise<void> {
    while (again && !signal.aborted) {
      again = false;
      try {
        const wait = await work();
        if (wait !== undefined) alarm.set(wait);
      } catch (error) {
        if (signal.aborted) return;
        onFailure(error);
        alarm.set(RETRY);
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
