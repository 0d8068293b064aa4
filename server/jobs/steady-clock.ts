import { uptime } from 'node:os';

/** Milliseconds since the machine started: a monotonic clock that continues while the machine sleeps. */
export function steadyMilliseconds(): number {
  return uptime() * 1000;
}
