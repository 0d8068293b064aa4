import { expect, test } from 'vitest';
import { createRateLimitedLog, limitErrors } from './rate-limited-log.ts';

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

test('an error is logged once in a minute, then with the number of those between', () => {
  let time = 0;
  const lines: object[] = [];
  const log = limitErrors({ error: (fields: object) => void lines.push(fields) }, () => time);
  const [first, other] = [new Error('away'), new Error('another')];
  for (const err of [first, other, other]) log.error({ err }, 'A word cannot be saved');
  log.error({ err: other }, 'A session cannot be checked');
  time += 60_000;
  log.error({ err: other, draft: 'a' }, 'A word cannot be saved');
  expect(lines).toEqual([{ err: first }, { err: other }, { err: other, draft: 'a', omitted: 2 }]);
});
