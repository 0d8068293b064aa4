import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assignBlockIds, blockId, deterministicBlockId } from './block-ids.ts';
import { anchorOfFragment, headings } from './headings.ts';
import { fragmentOf, itemOfLink, linkTargetProblem } from './link-target.ts';
import { linkedItems, plainText, type RichText, type RichTextNode } from './rich-text.ts';
import { richTextProblems } from './rich-text-problems.ts';
import { richTextSchema } from './rich-text-schema.ts';

const doc = (...content: RichTextNode[]): RichText => ({ type: 'doc', content });
const text = (value: string, href?: string): RichTextNode => ({
  type: 'text',
  text: value,
  ...(href !== undefined && { marks: [{ type: 'link', attrs: { href } }] }),
});
const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content });
const heading = (level: number, value: string): RichTextNode => ({
  type: 'heading',
  attrs: { level },
  content: [text(value)],
});
const table = (rows: number, columns: number): RichTextNode => ({
  type: 'table',
  content: Array.from({ length: rows }, (_row, row) => ({
    type: 'tableRow',
    content: Array.from({ length: columns }, (_cell, column) => ({
      type: 'tableCell',
      content: [paragraph(text(`${row}-${column}`))],
    })),
  })),
});

describe('what a rich text may hold', () => {
  test.each<[string, unknown, string]>([
    ['no document', [], 'is {"type": "doc"'],
    ['an unknown node', doc({ type: 'iframe' }), 'no node "iframe"'],
    ['a node out of place', doc({ type: 'listItem', content: [paragraph()] }), 'may not stand in a doc'],
    ['a first heading', doc(heading(1, 'x')), 'level must be a whole number from 2 to 4'],
    ['an empty list', doc({ type: 'bulletList', content: [] }), 'may not be empty'],
    ['an unknown mark', doc(paragraph({ ...text('x'), marks: [{ type: 'font' }] })), 'no mark "font"'],
    ['a mark twice', doc(paragraph({ ...text('x'), marks: [{ type: 'bold' }, { type: 'bold' }] })), 'stands twice'],
    ['an attribute that is not known', doc({ type: 'paragraph', attrs: { onclick: 'x' } }), 'no attribute "onclick"'],
    ['a member that is not known', doc({ type: 'paragraph', style: 'x' } as RichTextNode), 'no member "style"'],
    ['an empty text', doc(paragraph(text(''))), 'needs text'],
    ['a dangerous link', doc(paragraph(text('x', 'javascript:alert(1)'))), 'is not allowed'],
    ['a gallery of words', doc({ type: 'gallery', content: [{ type: 'paragraph' }] }), 'may not stand in a gallery'],
    ['a gallery of nothing', doc({ type: 'gallery', content: [] }), 'may not be empty'],
    [
      'a picture of an unknown width',
      doc({ type: 'image', attrs: { media: '0'.repeat(32), width: 'huge' } }),
      'one of text, wide',
    ],
    ['a picture that is no file', doc({ type: 'image', attrs: { media: 'http://x' } }), 'the id of a media file'],
    ['a name of the prototype', doc({ type: 'constructor' }), 'no node "constructor"'],
  ])('refuses %s', (_what, value, words) => {
    expect(richTextProblems(value).map(({ message }) => message)).toContainEqual(expect.stringContaining(words));
  });

  test('refuses what is nested too deep, and what is too long', () => {
    let node = paragraph(text('x'));
    for (let depth = 0; depth < 40; depth++) node = { type: 'blockquote', content: [node] };
    expect(richTextProblems(doc(node))).toHaveLength(1);
  });

  test.each<[string, RichTextNode[], string | undefined]>([
    [
      'words of 200 kB in many formats',
      Array.from({ length: 2_000 }, () => paragraph(text('á'.repeat(48)), text('bc', 'https://example.org/'))),
      undefined,
    ],
    ['a table of 400 rows and 10 columns', [table(400, 10)], undefined],
    [
      'words of more than 200 kB',
      Array.from({ length: 101 }, () => paragraph(text('á'.repeat(1_000)))),
      'the text is longer than 200 kB: its words take 202.1 kB',
    ],
    [
      'blank lines of 800 kB',
      [{ type: 'codeBlock', content: [text(`a${'\n'.repeat(400_000)}b`)] }],
      'the text has too many blocks, cells, formats and addresses: they take 800.1 kB, and may take 700 kB',
    ],
    [
      'more cells than an item holds',
      [table(400, 30)],
      'the text has too many blocks, cells, formats and addresses: they take 1104.9 kB, and may take 700 kB',
    ],
  ])('counts what is seen, and its structure by itself: %s', (_what, blocks, sentence) => {
    expect(richTextSchema.safeParse(doc(...blocks)).error?.issues[0]?.message).toBe(sentence);
  });

  test('judges any value without failing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(Array.isArray(richTextProblems(value))).toBe(true);
        richTextProblems({ type: 'doc', content: [value, { type: 'paragraph', content: value, marks: value }] });
      }),
    );
  });
});

test.each([
  'https://example.org',
  'http://example.org',
  'mailto:a@b.org',
  'tel:+523355500140',
  '#sec',
  '/faq',
  'item:brain-mri',
  'item:a#b',
])('a link may lead to %s', (href) => expect(linkTargetProblem(href)).toBeUndefined());

test.each([
  'http:/example.org',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  ' https://example.org',
  '//example.org',
  '/\\example.org',
  'data:text/html,x',
  'item:',
  'item:A',
  'https:/x',
  '',
  7,
])('a link may not lead to %j', (href) => expect(linkTargetProblem(href)).toEqual(expect.any(String)));

test('the text of a rich text has its blocks on lines of their own', () => {
  const item = (value: string): RichTextNode => ({ type: 'listItem', content: [paragraph(text(value))] });
  expect(
    plainText(
      doc(
        heading(2, 'Uno'),
        paragraph(text('dos '), text('tres'), { type: 'hardBreak' }, text('cuatro')),
        { type: 'bulletList', content: [item('a'), item('b')] },
        { type: 'horizontalRule' },
        { type: 'image', attrs: { media: 'x', alt: 'una placa', caption: null } },
      ),
    ),
  ).toBe('Uno\ndos tres\ncuatro\na\nb\nuna placa');
});

test('headings have anchors of their own, however they read', () => {
  expect(headings(doc(heading(2, 'Qué es'), heading(3, 'Qué es'), heading(2, '日本'), paragraph(text('x'))))).toEqual([
    { anchor: 'que-es', level: 2, text: 'Qué es' },
    { anchor: 'que-es-2', level: 3, text: 'Qué es' },
    { anchor: '日本', level: 2, text: '日本' },
  ]);
});

test.each([
  ['más-datos', 'mas-datos'],
  ['M%C3%A1s-Datos', 'mas-datos'],
  ['Más_Datos', 'mas-datos'],
  ['que-es-2', 'que-es-2'],
  ['%E6%97%A5%E6%9C%AC', '日本'],
  ['日本', '日本'],
  ['Что-это', 'chto-eto'],
  ['100%-seguro', '100-seguro'],
])('the fragment %j leads to the heading %j', (fragment, anchor) => {
  expect(anchorOfFragment(fragment)).toBe(anchor);
});

test.each([
  ['item:a', { item: 'a', fragment: '' }],
  ['item:a#más-datos', { item: 'a', fragment: 'más-datos' }],
  ['item:a#M%C3%A1s', { item: 'a', fragment: 'M%C3%A1s' }],
  ['item:a#日本', { item: 'a', fragment: '日本' }],
  ['item:a#x:y.z/1', { item: 'a', fragment: 'x:y.z/1' }],
])('%j leads to an item, and with its fragment to a place there', (href, { item, fragment }) => {
  expect(linkTargetProblem(href)).toBeUndefined();
  expect(itemOfLink(href)).toBe(item);
  expect(fragmentOf(href)).toBe(fragment);
});

test.each(['item:', 'item:A', 'item:a/b', 'item:a#x y', 'item:a?x'])('%j is no link to an item', (href) => {
  expect(linkTargetProblem(href)).toBeDefined();
});

test('the items that a text links to are found once each, however deep', () => {
  const quote: RichTextNode = { type: 'blockquote', content: [paragraph(text('x', 'item:b'), text('y', 'item:a'))] };
  expect(linkedItems(doc(paragraph(text('x', 'item:a#part'), text('y', '/faq')), quote))).toEqual(['a', 'b']);
});

describe('ids of blocks', () => {
  const options = { seed: 'item:es', generate: deterministicBlockId };
  const ids = (richText: RichText) => richText.content.map(blockId);

  test('are one for each block, and the same whenever they are made again', () => {
    const body = doc(paragraph(text('a')), paragraph(text('b')), paragraph(text('a')));
    const first = assignBlockIds(body, options);
    expect(new Set(ids(first)).size).toBe(3);
    expect(assignBlockIds(body, options)).toEqual(first);
    expect(assignBlockIds(first, options)).toEqual(first);
    expect(ids(assignBlockIds(body, { ...options, seed: 'item:en' }))).not.toEqual(ids(first));
  });

  test('stay with a block whose contents are still there when the text is written anew', () => {
    const previous = doc(
      { ...paragraph(text('a')), attrs: { id: 'first' } },
      { ...paragraph(text('b')), attrs: { id: 'second' } },
    );
    const next = assignBlockIds(doc(paragraph(text('b')), paragraph(text('new')), paragraph(text('a'))), {
      ...options,
      previous,
    });
    expect(ids(next)[0]).toBe('second');
    expect(ids(next)[2]).toBe('first');
  });

  test('never stand twice', () => {
    const block = fc.record({ value: fc.constantFrom('a', 'b'), id: fc.option(fc.constantFrom('x', 'y')) });
    const body = fc
      .array(block)
      .map((blocks) =>
        doc(...blocks.map(({ value, id }) => ({ ...paragraph(text(value)), ...(id && { attrs: { id } }) }))),
      );
    fc.assert(
      fc.property(body, body, (previous, next) => {
        const given = ids(assignBlockIds(next, { ...options, previous }));
        expect(new Set(given).size).toBe(next.content.length);
        expect(given.every((id) => id !== undefined)).toBe(true);
      }),
    );
  });
});
