export interface ClockWatchOptions {
  /** The wall clock, in milliseconds since 1970. */
  now(): number;
  /** A monotonic clock, in milliseconds from any origin. It continues while the machine sleeps. */
  steady(): number;
  /** Called once per step. @param by milliseconds; negative if the clock was set back */
  onStep?(by: number): void;
}

/** Detects when the wall clock is set. */
export interface ClockWatch {
  /**
   * Milliseconds to delay irreversible actions that depend on the wall clock; 0 if there is no need. Above 0 after the clock
   * was set forward, unless it was set back since: a wrong clock is usually corrected within minutes.
   */
  hold(): number;
}

/** Smaller differences are ignored as harmless, in milliseconds. Source: Meki's own. */
const SMALLEST_STEP = 5 * 60_000;

/** Milliseconds to hold after a step forward: longer than time synchronization takes, and enough for a person to react. */
const HOLD = 15 * 60_000;

/** Compares the clocks on every call. */
export function createClockWatch({ now, steady, onStep }: ClockWatchOptions): ClockWatch {
  const difference = () => now() - steady();
  let trusted = difference();
  /** The difference of the clocks before the step that is being held; `undefined` if there is none. */
  let before: number | undefined;
  let heldUntil = 0;

  return {
    hold() {
      const step = difference() - trusted;
      if (Math.abs(step) >= SMALLEST_STEP) {
        before ??= trusted;
        trusted = difference();
        heldUntil = steady() + HOLD;
        onStep?.(step);
      }
      const isAhead = before !== undefined && trusted - before >= SMALLEST_STEP;
      const wait = isAhead ? Math.max(0, heldUntil - steady()) : 0;
      if (wait === 0) before = undefined;
      return wait;
    },
  };
}
