import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FAILED_EDITOR_SCRIPTS } from '../../../../test/helpers/app/failed-editor-scripts.ts';
import { fuzzRounds } from '../../../../test/helpers/fuzz-rounds.ts';
import { ACTS, type Act, play, script } from '../../../../test/helpers/texts/play-editors.ts';

const RUNS = fuzzRounds(40);
const people = fc.integer({ min: 2, max: 3 });

afterEach(() => {
  vi.restoreAllMocks();
});

describe('people who write together, online and offline', { timeout: 900_000 }, () => {
  test('keep every character that nobody deleted who saw it, once, and end with one text', () => {
    fc.assert(fc.property(script(ACTS), people, fc.nat(), expectEveryCharacter), RUNS);
  });

  test.each(FAILED_EDITOR_SCRIPTS)('keep every character in script %$, which failed once', (acts, count, ids) => {
    expectEveryCharacter(parseActs(acts), count, ids);
  });

  test('end with one text, without doubled characters, when they undo and redo too', () => {
    fc.assert(
      fc.property(script([...ACTS, 'pause', 'pause', 'undo', 'undo', 'redo']), people, fc.nat(), (acts, count, ids) => {
        const { all, typed, restored } = play(acts, count, ids);
        const once = [...all].filter((each) => (restored.get(each)?.size ?? 0) < 2);
        expect(new Set(once).size).toBe(once.length);
        expect([...all].every((each) => typed.has(each))).toBe(true);
      }),
      RUNS,
    );
  });
});

function expectEveryCharacter(acts: Act[], count: number, ids: number): void {
  const { all, expected } = play(acts, count, ids);
  expect([...all].toSorted()).toEqual(expected());
}

function parseActs(acts: string): Act[] {
  return acts.split(', ').map((act) => {
    const [who, what = '', a, b] = act.split(' ');
    return { who: Number(who), what, a: Number(a), b: Number(b) };
  });
}
