import type { Log } from '../log/log.ts';

/** Why the server cannot answer visitors now. What exactly failed is in the log alone. */
export type NotReadyReason = 'stopping' | 'database-unavailable';

export interface ReadinessOptions {
  /** Asks the database for something; throws when it cannot answer. */
  probe: () => Promise<unknown>;
  /** Aborted when the server is to stop. */
  stop: AbortSignal;
  log: Pick<Log, 'error'>;
}

/** Tells whether the server can answer: `undefined` when it can. The cause of an outage is logged once. */
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
