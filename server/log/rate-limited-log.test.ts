import { expect, test } from 'vitest';
import { createRateLimitedLog } from './rate-limited-log.ts';

test('there is one line per minute and kind, which says how many were left out', () => {
  const lines: unknown[][] = [];
  let time = 5;
  const { warn } = createRateLimitedLog({ warn: (...parts: unknown[]) => void lines.push(parts) }, () => time);
  for (let index = 0; index < 1_000; index++) warn('busy', 'Refused', { limit: 3 });
  warn('full', 'Dropped');
  expect(lines).toEqual([
    [{ kind: 'busy', limit: 3 }, 'Refused'],
    [{ kind: 'full' }, 'Dropped'],
  ]);
  time += 60_000;
  warn('busy', 'Refused', { limit: 3 });
  expect(lines.at(-1)).toEqual([{ kind: 'busy', limit: 3, omitted: 999 }, 'Refused']);
});
