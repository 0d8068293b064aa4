import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareTexts, createDiffAllowance, type DiffAllowance } from './compare-texts.ts';

const told = (before: string, after: string, allowance?: Partial<DiffAllowance>) => {
  const { parts, isCoarse } = compareTexts(before, after, 'es', { ...createDiffAllowance(), ...allowance });
  const signs = { same: '', removed: '-', added: '+' };
  return [...(isCoarse ? ['coarse'] : []), ...parts.map(({ text, change }) => `${signs[change]}${text}`)];
};

test.each([
  ['Coma seis horas antes.', 'Coma ocho horas antes.', ['Coma ', '-seis', '+ocho', ' horas antes.']],
  ['uno tres', 'uno dos tres', ['uno ', '+dos ', 'tres']],
  ['uno dos tres', 'uno tres', ['uno ', '-dos ', 'tres']],
  ['uno', 'uno dos', ['uno ', '+dos']],
  ['uno dos', 'uno', ['uno ', '-dos']],
  ['', 'uno', ['+uno']],
  ['uno', '', ['-uno']],
  ['a b', 'ab', ['-a b', '+ab']],
  ['uno  dos', 'uno dos', ['uno dos']],
  [' uno', 'uno', ['uno']],
  ['uno', 'uno', ['uno']],
  ['', '', []],
  ['No come.\nSí bebe.', 'No, come.\nSí bebe.', ['No', '+,', ' come.\nSí bebe.']],
])('"%s" → "%s"', (before, after, parts) => {
  expect(told(before, after)).toEqual(parts);
});

test('whatever the texts and the allowance are, the parts say both of them', () => {
  const word = fc.constantFrom('seis', 'ocho', 'horas', '.', '¡ay!', 'años\n', '\u0301', ' ', '漢字', 'Fin. ');
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
  const allowance = fc.record({
    characters: fc.integer({ min: 0, max: 200 }),
    steps: fc.integer({ min: 0, max: 200 }),
    parts: fc.integer({ min: 0, max: 20 }),
  });
  const letters = (said: string) => said.replace(/\s/g, '');
  fc.assert(
    fc.property(text, text, allowance, (before, after, given) => {
      const { parts } = compareTexts(before, after, 'es', given);
      const saidBy = (other: string) =>
        letters(parts.flatMap(({ text: said, change }) => (change === other ? [] : said)).join(''));
      expect([saidBy('added'), saidBy('removed')]).toEqual([letters(before), letters(after)]);
    }),
  );
});

/** Words that differ by their number and by the letter before it. */
const words = (count: number, letter: string) => Array.from({ length: count }, (_, at) => `${letter}${at}`);
const sentence = (name: string) => `La frase ${name} dice algo. `;

describe('a text of 10,000 words', () => {
  test('of which one changed is told by words', () => {
    const before = words(10_000, 'a');
    expect(told(before.join(' '), before.with(5_000, 'otra').join(' '))).toEqual([
      `${before.slice(0, 5_000).join(' ')} `,
      '-a5000',
      '+otra',
      ` ${before.slice(5_001).join(' ')}`,
    ]);
  });

  test('of which all changed costs no comparison, and is told as it is', () => {
    const allowance = createDiffAllowance();
    const [before, after] = [words(10_000, 'a').join(' '), words(10_000, 'b').join(' ')];
    expect(compareTexts(before, after, 'es', allowance)).toEqual({
      parts: [
        { text: before, change: 'removed' },
        { text: after, change: 'added' },
      ],
      isCoarse: false,
    });
    expect(createDiffAllowance().steps - allowance.steps).toBe(0);
  });

  test.each([
    ['every other word replaced', (at: number, letter: string) => (at % 2 ? `x${at}` : `${letter}${at}`)],
    ['its words in another order', (at: number, letter: string) => `${(at * (letter === 'a' ? 7 : 11)) % 9_973}`],
    [
      'two words again and again',
      (at: number, letter: string) => ((at * at) % (letter === 'a' ? 7 : 5) > 2 ? 'p' : 'q'),
    ],
  ])('with %s is told in passages, for a limited number of comparisons', (_, wordAt) => {
    const text = (letter: string) => Array.from({ length: 10_000 }, (_each, at) => wordAt(at, letter)).join(' ');
    const allowance = createDiffAllowance();
    const { parts, isCoarse } = compareTexts(text('a'), text('b'), 'es', allowance);
    expect(isCoarse).toBe(true);
    expect(parts.length).toBeLessThan(10);
    expect(createDiffAllowance().steps - allowance.steps).toBeLessThanOrEqual(createDiffAllowance().steps + 200_000);
  });
});

test('where words would cost too much, equal sentences are told as equal, and changed ones by words while that is possible', () => {
  const before = [sentence('uno'), sentence('dos'), sentence('tres'), sentence('cuatro')].join('');
  const after = before.replace('uno', 'una').replace('cuatro', 'cuarta').replace('La frase dos', 'Una frase dos');
  expect(told(before, after, { characters: 100 })).toEqual([
    'coarse',
    'La frase ',
    '-uno',
    '+una',
    ' dice algo. ',
    '-La',
    '+Una',
    ' frase dos dice algo. La frase tres dice algo. ',
    '-La frase cuatro',
    '+La frase cuarta',
    ' dice algo. ',
  ]);
  expect(told(before, after, { parts: 0 })).toHaveLength(5);
});

test('many texts together cost no more than the allowance', () => {
  const allowance = createDiffAllowance();
  const texts = ['p', 'q', 'r', 's'].map((letter) => words(50, letter).join(' '));
  const [before, after] = [texts.join(' '), texts.reverse().join(' ')];
  const results = Array.from({ length: 500 }, () => compareTexts(before, after, 'es', allowance));
  expect(results[0]?.isCoarse).toBe(false);
  expect(results.at(-1)?.isCoarse).toBe(true);
  expect(results.flatMap(({ parts }) => parts).length).toBeLessThan(createDiffAllowance().parts + 2 * 500);
  expect(allowance.characters).toBeGreaterThanOrEqual(0);
});
