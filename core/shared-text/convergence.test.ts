import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRounds } from '../../test/helpers/fuzz-rounds.ts';
import { ACTS, type Act, type ActName, acts, play } from '../../test/helpers/texts/play-shared-text.ts';

const SLOW = { timeout: 900_000 };
const RUNS = fuzzRounds(100);
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

test('every character is there once with the seed -1677087358, which failed', () => {
  fc.assert(inOrder, { seed: -1_677_087_358, numRuns: 140 });
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

/** What failed once: the acts, and how many people there are. */
const FAILED: [string, number][] = [
  [
    '0 type 0 0, 0 split 0 0, 1 type 0 0, 1 split 0 0, 1 type 0 0, 0 sync 0 0, 0 type 150 0, 1 type 477 0, 0 cut 0 8, 0 syncAll 0 0, 0 split 0 15',
    2,
  ],
  [
    '1 type 0 0, 1 split 0 0, 1 type 0 0, 1 split 0 3, 1 split 10 0, 0 type 0 0, 0 sync 0 0, 1 moveTwo 0 247, 1 join 474 0, 1 move 250 0',
    2,
  ],
  [
    '0 type 0 0, 0 split 0 0, 1 type 0 0, 0 sync 0 0, 1 moveTwo 682 62, 0 type 0 0, 0 cut 0 787, 0 syncAll 0 0, 0 join 159 0, 0 split 0 0, 0 split 771 111, 0 move 0 853',
    2,
  ],
  [
    '0 type 0 0, 0 split 0 0, 0 moveTwo 313 0, 0 type 0 0, 0 sync 0 0, 1 split 0 0, 1 join 199 0, 0 sync 0 0, 0 split 0 45, 0 moveTwo 82 0, 0 move 43 0',
    2,
  ],
  [
    '1 type 0 0, 0 type 0 0, 1 type 0 0, 0 sync 0 0, 0 type 639 0, 0 split 0 0, 0 syncAll 0 0, 0 type 154 0, 1 cut 0 614, 0 sync 0 0, 0 cut 579 0',
    2,
  ],
  [
    '0 type 0 0, 0 split 0 0, 0 split 0 0, 1 type 0 0, 0 syncAll 0 0, 0 move 0 730, 0 sync 0 0, 1 type 887 0, 1 join 183 0, 0 syncAll 0 0, 0 split 0 0',
    2,
  ],
  [
    '1 type 0 0, 0 type 0 0, 0 split 0 0, 1 type 0 0, 0 syncAll 0 0, 2 split 542 163, 0 type 8 0, 2 type 21 0, 0 cut 0 23, 0 type 0 0, 0 syncAll 0 0, 0 split 0 352, 0 remove 0 0',
    3,
  ],
  [
    '0 type 0 0, 0 type 0 0, 1 type 0 0, 0 syncAll 0 0, 0 type 159 0, 0 split 0 0, 0 syncAll 0 0, 0 join 68 0, 0 split 45 256, 0 moveTwo 0 75, 0 remove 271 0, 1 type 0 0, 1 move 856 257, 0 syncAll 0 0, 0 move 0 25',
    2,
  ],
  [
    '2 type 0 0, 1 type 0 0, 2 type 0 0, 0 type 0 0, 0 syncAll 0 0, 1 type 0 0, 1 move 0 476, 2 type 674 693, 1 join 230 0, 0 type 569 0, 0 type 0 0, 0 cut 22 1, 0 syncAll 0 0, 0 split 0 452',
    3,
  ],
  [
    '0 type 0 0, 0 type 0 0, 0 sync 0 0, 0 undo 0 0, 0 undo 0 0, 1 type 0 0, 0 type 0 0, 0 syncAll 0 0, 1 type 0 0, 0 type 0 0, 0 syncAll 0 0, 0 remove 0 0',
    2,
  ],
];

test.each(FAILED)('no character is lost, doubled or written anew in script %$, which failed', (script, count) => {
  expectOnce(parseActs(script), count);
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

function parseActs(script: string): Act[] {
  return script.split(', ').map((act) => {
    const [who, what, a, b] = act.split(' ');
    return { who: Number(who), what: what as ActName, a: Number(a), b: Number(b) };
  });
}
