import { PreconditionFailed } from './errors.ts';

/** How often an act is tried before it gives up, unless its caller says otherwise. Source: Meki's own. */
export const ATTEMPTS = 20;

/** The longest wait between two attempts, in milliseconds: with 20 attempts, an act gives up within a second. */
const LONGEST_WAIT = 50;

/**
 * Reads, decides and commits, and does so again when another commit changed what was read. Between two attempts it waits a
 * random time, which grows, so that acts that meet do not meet again and again.
 * @param act throws `PreconditionFailed` when another commit was first; it must read everything anew each time
 * @param options.giveUp makes the result when every attempt met another commit; without it, the last error is thrown
 * @throws {PreconditionFailed} as above, and whatever else `act` throws, at once
 */
export async function retryOnConflict<T>(
  act: () => Promise<T>,
  { attempts = ATTEMPTS, giveUp, random = Math.random }: RetryOptions<T> = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) throw error;
      if (attempt >= attempts) {
        if (giveUp) return giveUp();
        throw error;
      }
    }
    const longest = Math.min(LONGEST_WAIT, 2 ** attempt);
    await new Promise((resolve) => setTimeout(resolve, random() * longest));
  }
}

interface RetryOptions<T> {
  attempts?: number;
  giveUp?: () => T;
  /** From 0 to below 1. */
  random?: () => number;
}
