import { uptime } from 'node:os';

/** Sets a timer in milliseconds. @returns a function that cancels it. */
export type SetAlarm = (milliseconds: number, ring: () => void) => () => void;

/** Maximum milliseconds of a timer: the clock may be set, and `setTimeout` fires at once for more than 24 days. */
const LONGEST = 10 * 60_000;

const setTimer: SetAlarm = (milliseconds, ring) => {
  const timer = setTimeout(ring, milliseconds).unref();
  return () => clearTimeout(timer);
};

/** A single timer; setting it again replaces the previous time. */
export function createAlarm(ring: () => void, setAlarm: SetAlarm = setTimer) {
  let clear = () => {};
  return {
    set(milliseconds: number): void {
      clear();
      clear = setAlarm(Math.min(Math.max(0, milliseconds), LONGEST), ring);
    },
    clear: () => clear(),
  };
}

/** Milliseconds since the machine started: a monotonic clock that continues while the machine sleeps. */
export function steadyMilliseconds(): number {
  return uptime() * 1000;
}
