export interface ClockWatchOptions {
  /** The wall clock, in milliseconds since 1970. */
  now(): number;
  /** A clock that nobody sets, in milliseconds since any moment. It goes on while the machine sleeps. */
  steady(): number;
  /** Told once of each step. @param by milliseconds; negative where the clock was set back */
  onStep?(by: number): void;
}

/** Notices when the wall clock is set. */
export interface ClockWatch {
  /**
   * Milliseconds for which nothing that cannot be undone should follow the wall clock; 0 where it may. Above 0 after the
   * clock was set forward, unless it was set back since: a wrong clock is usually put right within minutes.
   */
  hold(): number;
}

/** A smaller difference is no step, in milliseconds: it does no harm. Source: Meki's own. */
const SMALLEST_STEP = 5 * 60_000;

/** Milliseconds to wait after a step forward: time synchronization needs less, and a person who set the clock can react. */
const HOLD = 15 * 60_000;

/** Looks at the clocks whenever it is asked. */
export function createClockWatch({ now, steady, onStep }: ClockWatchOptions): ClockWatch {
  const difference = () => now() - steady();
  let trusted = difference();
  /** The difference of the clocks before the steps that are held; `undefined` while none is. */
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
