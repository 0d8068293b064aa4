import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MarkedText, markedText } from '#core/rich-text/marked-text.ts';
import { createDiffAllowance } from '../text-diff/compare-texts.ts';
import { wordRuns } from './word-runs.ts';

/** A word diff with all that it needs. */
const runsOf = (before: MarkedText, after: MarkedText) => wordRuns(before, after, 'es', createDiffAllowance()).runs;

/** Parses `*bold*`, `_italic_` and `[words](address)`, without nesting. */
function written(source: string): MarkedText {
  const content = [...source.matchAll(/\*([^*]+)\*|_([^_]+)_|\[([^\]]+)\]\(([^)]+)\)|([^*_[]+)/g)].map(
    ([, bold, italic, words, href, plain]) => ({
      type: 'text',
      text: bold ?? italic ?? words ?? plain ?? '',
      ...(bold && { marks: [{ type: 'bold' }] }),
      ...(italic && { marks: [{ type: 'italic' }] }),
      ...(words && { marks: [{ type: 'link', attrs: { href } }] }),
    }),
  );
  return markedText({ type: 'paragraph', content });
}

const told = (before: string, after: string) =>
  runsOf(written(before), written(after)).map(({ text, change, notes = [] }) =>
    [
      `${{ same: '', removed: '-', added: '+' }[change]}${text}`,
      ...notes.map(({ mark, state, ...rest }) => [state, mark, ...Object.values(rest)].join(' ')),
    ].join(' | '),
  );

test('the same words in the same form tell nothing', () => {
  expect(told('Coma *seis* [horas](/a) antes', 'Coma *seis* [horas](/a) antes')).toEqual([]);
  expect(told('', '')).toEqual([]);
});

test('marks that came or went are named at their words', () => {
  expect(told('No coma seis horas antes.', 'No coma *seis horas* antes.')).toEqual([
    'No coma ',
    'seis horas | came bold',
    ' antes.',
  ]);
  expect(told('_No_ coma', '*No* coma')).toEqual(['No | came bold | went italic', ' coma']);
  expect(told('ayuno', 'ayu*no*')).toEqual(['ayu', 'no | came bold']);
});

test('a link says where it led and leads', () => {
  expect(told('Lea [esto](/a) hoy', 'Lea [esto](item:b) hoy')).toEqual([
    'Lea ',
    'esto | changed link /a item:b',
    ' hoy',
  ]);
  expect(told('Lea esto', 'Lea [esto](/a)')).toEqual(['Lea ', 'esto | came link /a']);
  expect(told('[Lea esto](/a)', 'Lea esto')).toEqual(['Lea esto | went link /a']);
});

test('words that came or went are told with the form that they had, beside words whose form changed', () => {
  expect(told('Coma *seis* horas antes', 'Coma [ocho](/a) horas _antes_')).toEqual([
    'Coma ',
    '-seis | is bold',
    '+ocho | is link /a',
    ' horas ',
    'antes | came italic',
  ]);
});

test('words that went say where they linked', () => {
  expect(told('Lea [esto](/a) hoy', 'Lea hoy')).toEqual(['Lea ', '-esto  | was link /a', 'hoy']);
});

test('whatever changed, the words of both sides are told in their order, and each note at its letters', () => {
  const word = fc.constantFrom('seis', 'ocho', 'horas', 'el', '.', 'años');
  const piece = fc.oneof(
    word,
    word.map((words) => `*${words}*`),
    word.map((words) => `[${words}](/x)`),
  );
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(' '));
  const letters = (said: string) => said.replace(/\s/g, '');
  fc.assert(
    fc.property(text, text, (one, two) => {
      const [before, after] = [written(one), written(two)];
      const runs = runsOf(before, after);
      if (runs.length === 0) {
        expect(before).toEqual(after);
        return;
      }
      const saidBy = (other: 'removed' | 'added') =>
        letters(
          runs
            .filter(({ change }) => change !== other)
            .map(({ text: said }) => said)
            .join(''),
        );
      expect([saidBy('added'), saidBy('removed')]).toEqual([letters(before.text), letters(after.text)]);
      const count = (marked: MarkedText, mark: string) =>
        letters(
          marked.marks.flatMap((each) => (each.mark === mark ? marked.text.slice(each.from, each.to) : [])).join(''),
        ).length;
      const sum = (states: { [state: string]: number }) =>
        runs
          .flatMap(({ text: said, change, notes = [] }) =>
            notes.map(({ mark, state }) =>
              mark === 'bold' ? letters(said).length * (states[state === 'is' ? change : state] ?? 0) : 0,
            ),
          )
          .reduce((all, amount) => all + amount, 0);
      expect(sum({ came: 1, went: -1, added: 1, removed: -1 })).toBe(count(after, 'bold') - count(before, 'bold'));
    }),
  );
});

test('where links and marks changed too often to tell each change, the words are told alone', () => {
  const text = (mark: (words: string) => string) =>
    written(Array.from({ length: 10_000 }, (_, at) => (at % 2 ? `_p${at}_` : mark(`p${at}`))).join(' '));
  const [before, after] = [text((words) => words), text((words) => `*${words}*`)];
  expect(wordRuns(before, after, 'es', createDiffAllowance())).toEqual({
    runs: [{ text: after.text, change: 'same' }],
    isCoarse: true,
  });
});
