import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NODE_RULES } from './node-rules.ts';
import { normalizeRichText, normalizeRichTextNode } from './normalize-rich-text.ts';
import type { RichTextNode } from './rich-text.ts';
import { richTextProblems } from './rich-text-problems.ts';

const normalize = (...content: unknown[]) => normalizeRichText({ type: 'doc', content }).content;
const text = (value: string, ...marks: string[]) => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
});
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', ...(content.length > 0 && { content }) });

test('what is right stays as it is', () => {
  const table = {
    type: 'table',
    attrs: { id: 'a' },
    content: [{ type: 'tableRow', content: [{ type: 'tableCell', attrs: { colspan: 2 }, content: [paragraph()] }] }],
  };
  const link = { type: 'link', attrs: { href: 'item:chest-x-ray' } };
  const rich = paragraph({ ...text('x'), marks: [link, { type: 'bold' }] }, { type: 'hardBreak' }, text('y'));
  expect(normalize(table, rich, { type: 'horizontalRule' })).toEqual([table, rich, { type: 'horizontalRule' }]);
});

test('equal texts have one form: runs joined, marks in order, attributes that say nothing left out', () => {
  const [first] = normalize(paragraph(text('a', 'italic', 'bold'), text('b', 'bold', 'italic'), text('')));
  expect(first).toEqual(paragraph(text('ab', 'bold', 'italic')));
  expect(normalize({ type: 'orderedList', attrs: { start: 1, id: null }, content: [{ type: 'listItem' }] })).toEqual([
    { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph()] }] },
  ]);
});

test('what may not stand there goes, and text that lost its paragraph gets one', () => {
  expect(normalize(text('loose '), text('words', 'bold'), { type: 'iframe' }, { type: 'listItem' })).toEqual([
    paragraph(text('loose '), text('words', 'bold')),
  ]);
  expect(normalize({ type: 'bulletList' }, { type: 'image', attrs: { media: 'x' } }, { type: 'constructor' })).toEqual(
    [],
  );
  expect(normalize({ type: 'heading', attrs: { level: 1 } })).toEqual([{ type: 'heading', attrs: { level: 2 } }]);
  const dangerous = { ...text('x'), marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] };
  expect(normalize(paragraph(dangerous))).toEqual([paragraph(text('x'))]);
});

test('one node is put into the same form wherever it stands', () => {
  expect(normalizeRichTextNode({ type: 'listItem' })).toEqual({ type: 'listItem', content: [paragraph()] });
  expect(normalizeRichTextNode({ type: 'iframe' })).toBeUndefined();
});

test('whatever comes, what is kept is a rich text, and stays the same when it is done again', () => {
  const type = fc.oneof(fc.constantFrom(...Object.keys(NODE_RULES)), fc.constantFrom('iframe', 'toString'));
  const attrs = fc.dictionary(
    fc.constantFrom('id', 'level', 'kind', 'start', 'colspan', 'align', 'media', 'alt'),
    fc.anything(),
  );
  const marks = fc.array(fc.record({ type: fc.constantFrom('bold', 'link', 'font'), attrs: fc.anything() }));
  const { node } = fc.letrec<{ node: RichTextNode }>((tie) => ({
    node: fc.record(
      {
        type,
        attrs,
        marks: fc.oneof(marks, fc.anything()) as fc.Arbitrary<never>,
        text: fc.oneof(fc.string(), fc.constant('\ud800'), fc.anything()) as fc.Arbitrary<string>,
        content: fc.oneof({ maxDepth: 4 }, fc.anything(), fc.array(tie('node'))) as fc.Arbitrary<RichTextNode[]>,
      },
      { requiredKeys: ['type'] },
    ),
  }));
  fc.assert(
    fc.property(fc.array(fc.oneof(node, fc.anything())), (content) => {
      const kept = normalizeRichText({ content });
      expect(richTextProblems(kept)).toEqual([]);
      expect(JSON.parse(JSON.stringify(kept))).toEqual(kept);
      expect(normalizeRichText(kept)).toEqual(kept);
    }),
  );
});

test('no depth is too deep', () => {
  let node: RichTextNode = { type: 'paragraph', content: [{ type: 'text', text: 'x' }] };
  for (let depth = 0; depth < 60; depth++) node = { type: 'blockquote', content: [node] };
  expect(richTextProblems(normalizeRichText({ content: [node] }))).toEqual([]);
});
