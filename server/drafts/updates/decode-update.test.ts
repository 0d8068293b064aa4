import { expect, test } from 'vitest';
import { withJson } from '../../../test/helpers/drafts/costly-updates.ts';
import { decodeUpdate } from './decode-update.ts';

/** Whether an update is decoded. */
function update(payload: Uint8Array): boolean {
  try {
    decodeUpdate(payload);
    return true;
  } catch {
    return false;
  }
}

test('JSON in an update is readable unless it is nested so deep that parsing it may end the process', () => {
  expect(withJson(JSON.stringify({ a: [{ b: '['.repeat(1_000) }] })).map(update)).toEqual([true, true, true]);
  for (const deep of [`${'['.repeat(200)}${']'.repeat(200)}`, `${'[1,'.repeat(30_000)}1`]) {
    expect(withJson(deep).map(update)).toEqual([false, false, false]);
  }
});

/** An update of integers alone. */
const updateOf = (numbers: number[]) =>
  Uint8Array.from(
    numbers.flatMap((number) => {
      const bytes = [];
      for (let rest = number; ; rest = Math.floor(rest / 128)) {
        if (rest < 128) return [...bytes, rest];
        bytes.push((rest % 128) + 128);
      }
    }),
  );

const each = (count: number, numbers: number[]) => Array.from({ length: count }, () => numbers).flat();

test.each([
  ['clients that wrote nothing', (count: number) => updateOf([count, ...each(count, [0, 1, 0]), 0]), 10_000, 50_000],
  [
    'clients of whose nothing is removed',
    (count: number) => updateOf([0, count, ...each(count, [1, 0])]),
    10_000,
    50_000,
  ],
  ['structs that are gone', (count: number) => updateOf([1, count, 1, 0, ...each(count, [0, 1]), 0]), 50_000, 500_000],
  ['removed ranges', (count: number) => updateOf([0, 1, 1, count, ...each(count, [1, 1])]), 50_000, 500_000],
])('an update of a number of %s is readable, of too many it is not', (_, make, some, tooMany) => {
  expect([update(make(some)), update(make(tooMany))]).toEqual([true, false]);
});
