import { uptime } from 'node:os';

/** Milliseconds since the machine started. Nobody sets this clock, and it goes on while the machine sleeps. */
export function steadyMilliseconds(): number {
  return uptime() * 1000;
}
