import type { Log } from '../log/log.ts';

/** Why the server cannot answer now. Details are only logged. */
export type NotReadyReason = 'stopping' | 'database-unavailable';

export interface ReadinessOptions {
  /** A probe of the database; throws if it is unavailable. */
  probe: () => Promise<unknown>;
  /** Aborted when the server is stopping. */
  stop: AbortSignal;
  log: Pick<Log, 'error'>;
}

/** Checks whether the server can answer: `undefined` if so. The cause of an outage is logged once. */
export function createReadiness({ probe, stop, log }: ReadinessOptions): () => Promise<NotReadyReason | undefined> {
  let isDown = false;
  return async () => {
    if (stop.aborted) return 'stopping';
    try {
      await probe();
      isDown = false;
      return undefined;
    } catch (error) {
      if (!isDown) log.error({ err: error }, 'The database cannot be reached');
      isDown = true;
      return 'database-unavailable';
    }
  };
}
