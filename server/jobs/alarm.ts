/** Calls back after so many milliseconds, unless the function that it gives is called before. */
export type SetAlarm = (milliseconds: number, ring: () => void) => () => void;

/** Milliseconds after which it rings at the latest: clocks are set, and a timer of more than 24 days rings at once. */
const LONGEST = 10 * 60_000;

const setTimer: SetAlarm = (milliseconds, ring) => {
  const timer = setTimeout(ring, milliseconds).unref();
  return () => clearTimeout(timer);
};

/** Rings once at a time; setting it anew replaces the time before. */
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
