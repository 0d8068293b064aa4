import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MatchedBlock, matchBlocks } from './block-ids.ts';

const paragraph = (text: string): MatchedBlock => ({ kind: 'paragraph', text, hash: `paragraph ${text}` });
const heading = (text: string): MatchedBlock => ({ kind: 'heading', text, hash: `heading ${text}` });
const pairs = (before: MatchedBlock[], after: MatchedBlock[]) =>
  [...matchBlocks(before, after)].sort(([a], [b]) => a - b).map(([index, former]) => `${former}>${index}`);

const one = paragraph('No coma nada durante seis horas.');
const two = paragraph('Llegue quince minutos antes de su cita.');
const three = paragraph('Traiga sus estudios anteriores.');

test('what stays is recognized wherever it stands', () => {
  expect(pairs([one, two, three], [three, one, two])).toEqual(['2>0', '0>1', '1>2']);
});

test('a block with one sentence changed is the same block', () => {
  const changed = paragraph('No coma ni beba nada durante ocho horas.');
  expect(pairs([one, two, three], [changed, two, three])).toEqual(['0>0', '1>1', '2>2']);
});

test('a block written anew in its place is the same block, unless it became one of another kind', () => {
  expect(pairs([one, two, three], [one, paragraph('Otra cosa.'), three])).toEqual(['0>0', '1>1', '2>2']);
  expect(pairs([one, two, three], [one, heading('Otra cosa.'), three])).toEqual(['0>0', '2>2']);
});

test('of several, the changed block is told from the new one by its words', () => {
  const changed = paragraph('Llegue treinta minutos antes de su cita.');
  expect(pairs([one, two, three], [one, paragraph('Pregunte en recepción.'), changed, three])).toEqual([
    '0>0',
    '1>2',
    '2>3',
  ]);
  expect(pairs([one, two, three], [changed])).toEqual(['1>0']);
});

test('a block that moved and one that changed are told apart', () => {
  const changed = paragraph('Llegue treinta minutos antes de su cita.');
  expect(pairs([one, two, three], [three, one, changed])).toEqual(['2>0', '0>1', '1>2']);
});

test('a block with an id is the one of that id and no other', () => {
  const withId = (block: MatchedBlock, id: string) => ({ ...block, id });
  expect(pairs([withId(one, 'a'), withId(two, 'b')], [withId(one, 'b'), withId(two, 'c')])).toEqual(['1>0']);
});

test('no block comes from two, and none is taken twice', () => {
  const blocks = fc.array(
    fc
      .record({ kind: fc.constantFrom('paragraph', 'heading'), text: fc.constantFrom('a b', 'a c', 'd', '') })
      .map(({ kind, text }) => ({ kind, text, hash: `${kind} ${text}` })),
  );
  fc.assert(
    fc.property(blocks, blocks, (before, after) => {
      const matches = matchBlocks(before, after);
      expect(new Set(matches.values()).size).toBe(matches.size);
      for (const [index, former] of matches) {
        expect(after[index]?.kind).toBe(before[former]?.kind);
      }
    }),
  );
});

/** This many distinct words, starting with a number. */
const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `w${from + index}`).join(' ');

test('an article of many paragraphs that becomes one long one is compared in the end', () => {
  const before = Array.from({ length: 1_800 }, (_, index) => paragraph(numbers(index * 14, 14)));
  expect(pairs(before, [paragraph(numbers(0, 25_000))])).toEqual([]);
});

test('a gap of few but long paragraphs is compared in the end, block by block from the start', () => {
  const before = Array.from({ length: 100 }, (_, index) => paragraph(numbers(index * 10, 2_000)));
  const after = Array.from({ length: 105 }, (_, index) => paragraph(numbers(index * 10 + 1, 2_000)));
  expect(pairs(before, after)).toEqual(before.map((_, index) => `${index}>${index}`));
});

test('blocks by the ten thousand that say the same are paired in order', () => {
  const same = Array.from({ length: 40_000 }, () => paragraph('Lo mismo.'));
  expect(pairs(same, same)).toEqual(same.map((_, index) => `${index}>${index}`));
});
