import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRounds } from '../../test/helpers/fuzz-rounds.ts';
import { ACTS, type Act, acts, play } from '../../test/helpers/play-shared-text.ts';

const SLOW = { timeout: 900_000 };
const RUNS = fuzzRounds(200);
const people = fc.integer({ min: 2, max: 3 });

const inOrder = fc.property(acts([...ACTS, 'sync', 'sync', 'syncAll']), people, (script, count) => {
  const { all, typed, deleted } = play(script, count);
  expect([...all].toSorted()).toEqual([...typed.keys()].filter((each) => !deleted.has(each)).toSorted());
  for (const [each, before] of typed) {
    if (before !== undefined && all.includes(each) && all.includes(before))
      expect(all.indexOf(before)).toBeLessThan(all.indexOf(each));
  }
});

const undone = fc.property(acts([...ACTS, 'move', 'undo', 'undo', 'sync', 'syncAll']), people, (script, count) =>
  expectOnce(script, count),
);

function expectOnce(script: Act[], count: number): void {
  const { all, typed, restored } = play(script, count);
  const once = [...all].filter((each) => (restored.get(each)?.size ?? 0) < 2);
  expect(new Set(once).size).toBe(once.length);
  expect([...all].every((each) => typed.has(each))).toBe(true);
}

test('every character is there once, in its order, unless somebody who saw it deleted it', SLOW, () => {
  fc.assert(inOrder, RUNS);
});

test('every character is there once with the seed -1819223545, which failed', () => {
  fc.assert(inOrder, { seed: -1_819_223_545, numRuns: 140 });
});

// A known fault, not yet mended: a change after concurrent cuts deletes a character and writes it anew.
test.fails('no character is written anew with the seed -1677087358', () => {
  fc.assert(inOrder, { seed: -1_677_087_358, numRuns: 140, endOnFailure: true });
});

test('moved blocks take with them what others write in them', SLOW, () => {
  fc.assert(
    fc.property(acts([...ACTS, 'move', 'move', 'moveTwo', 'sync', 'sync', 'syncAll']), people, (script, count) => {
      const { all, typed, deleted } = play(script, count);
      expect([...all].toSorted()).toEqual([...typed.keys()].filter((each) => !deleted.has(each)).toSorted());
    }),
    RUNS,
  );
});

test('undo takes back what the person did, and everybody ends with the same', SLOW, () => {
  fc.assert(undone, RUNS);
});

test('undo ends with the same with the seed 1817195292, which failed', () => {
  fc.assert(undone, { seed: 1_817_195_292, numRuns: 130 });
});

test('a break at the end of a joined block stays in front of a removed one that has words again', () => {
  const act = (who: number, what: Act['what'], a = 0, b = 0): Act => ({ who, what, a, b });
  play(
    [
      act(0, 'type'),
      act(0, 'split'),
      act(1, 'type'),
      act(1, 'split'),
      act(1, 'type'),
      act(0, 'sync'),
      act(0, 'type', 150),
      act(1, 'type', 477),
      act(0, 'cut', 0, 8),
      act(0, 'syncAll'),
      act(0, 'split', 0, 15),
    ],
    2,
  );
});

test('two who delete a character without knowing of each other may both restore it', () => {
  const act = (who: number, what: Act['what']): Act => ({ who, what, a: 0, b: 0 });
  expectOnce(
    [
      act(2, 'kind'),
      act(2, 'syncAll'),
      act(0, 'type'),
      act(0, 'syncAll'),
      act(1, 'delete'),
      act(1, 'undo'),
      act(2, 'delete'),
      act(1, 'syncAll'),
      act(2, 'undo'),
    ],
    3,
  );
});
