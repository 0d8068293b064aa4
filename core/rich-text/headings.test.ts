import { expect, test } from 'vitest';
import { type FormerAnchor, formerAnchors, MAX_FORMER_ANCHORS } from './headings.ts';

const body = (...headings: [id: string, text: string][]) => ({
  type: 'doc' as const,
  content: headings.map(([id, text]) => ({
    type: 'heading',
    attrs: { id, level: 2 },
    content: [{ type: 'text', text }],
  })),
});
const published = (text: ReturnType<typeof body>, former?: FormerAnchor[], fields = {}) => ({
  body: text,
  fields,
  ...(former && { formerAnchors: former }),
});

test('a heading whose words change keeps the anchors that it had, the latest first', () => {
  const first = published(body(['a', 'Uno'], ['b', 'Dos']));
  const second = published(body(['a', 'Una'], ['b', 'Dos']));
  expect(formerAnchors(undefined, first)).toEqual([]);
  const kept = formerAnchors(first, second);
  expect(kept).toEqual([{ anchor: 'uno', block: 'a' }]);
  const third = published(body(['a', 'Primero'], ['b', 'Dos']));
  expect(formerAnchors({ ...second, formerAnchors: kept }, third)).toEqual([
    { anchor: 'una', block: 'a' },
    { anchor: 'uno', block: 'a' },
  ]);
});

test('a heading that takes the anchor that another had wins, and one that is gone keeps none', () => {
  const before = published(body(['a', 'Uno'], ['b', 'Dos']));
  expect(formerAnchors(before, published(body(['a', 'Antes'], ['b', 'Uno'])))).toEqual([{ anchor: 'dos', block: 'b' }]);
  expect(formerAnchors(before, published(body(['b', 'Dos'])))).toEqual([]);
});

test('a heading that has its former words again has the anchor once', () => {
  const now = published(body(['a', 'Una']), [{ anchor: 'uno', block: 'a' }]);
  expect(formerAnchors(now, published(body(['a', 'Uno'])))).toEqual([{ anchor: 'una', block: 'a' }]);
});

test('headings of fields keep theirs too', () => {
  const before = published(body(), undefined, { notas: body(['n', 'Uno']) });
  const after = published(body(), undefined, { notas: body(['n', 'Dos']) });
  expect(formerAnchors(before, after)).toEqual([{ anchor: 'notas-uno', block: 'n' }]);
});

test('a publication keeps so many at most, the latest', () => {
  let last = published(body(['a', 'x']));
  for (let number = 0; number < MAX_FORMER_ANCHORS + 5; number++) {
    const next = published(body(['a', `y ${number}`]));
    last = { ...next, formerAnchors: formerAnchors(last, next) };
  }
  const kept = formerAnchors(last, last);
  expect(kept).toHaveLength(MAX_FORMER_ANCHORS);
  expect(kept[0]).toEqual({ anchor: `y-${MAX_FORMER_ANCHORS + 3}`, block: 'a' });
});
