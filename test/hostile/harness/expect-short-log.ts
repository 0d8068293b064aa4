import { expect } from 'vitest';
import { readComplaints } from './complaints.ts';
import { LIMITS } from './limits.ts';

/** Milliseconds in which a kind of complaint may be logged once. */
const LOG_INTERVAL = 60_000;

/** Checks within a test that a log has no errors and is not flooded. @param lifetime milliseconds that the server has run */
export function expectShortLog(lines: string[], lifetime: number): void {
  const { counts, errors } = readComplaints(lines);
  expect.soft(errors, 'errors in the log').toEqual([]);
  const most = LIMITS.linesOfAKind + Math.floor(lifetime / LOG_INTERVAL);
  const often = [...counts].filter(([, count]) => count > most);
  expect.soft(often, 'a log of one line a minute and kind').toEqual([]);
}
