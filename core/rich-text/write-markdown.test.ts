import fc from 'fast-check';
import { expect, test } from 'vitest';
import { richTexts } from '../../test/helpers/texts/rich-text-arbitraries.ts';
import { doc, paragraph, text } from '../../test/helpers/texts/rich-text-nodes.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { normalizeRichText } from './normalize-rich-text.ts';
import { plainText, type RichTextNode } from './rich-text.ts';
import { writeMarkdown } from './write-markdown.ts';

function readBack(markdown: string) {
  const result = parseMarkdown(markdown, {
    readDirective(kind, { title, note, ...values }) {
      const words = { ...(title !== undefined && { title }), ...(note !== undefined && { note }) };
      return { attrs: { kind, values, words }, problems: [] };
    },
  });
  if (!result.ok) throw new Error(`${JSON.stringify(result.problems)} in:\n${markdown}`);
  return normalizeRichText(result.richText);
}

test('a gallery is its pictures on lines that follow each other, and a wide picture says so', () => {
  const picture = (media: string, more: object = {}) => ({
    type: 'image',
    attrs: { media: media.repeat(32), ...more },
  });
  const gallery = { type: 'gallery', content: [picture('a', { alt: 'Uno' }), picture('b', { caption: 'Dos' })] };
  const richText = doc(picture('c', { alt: 'Ancha', width: 'wide' }), gallery, picture('d'), {
    type: 'bulletList',
    content: [{ type: 'listItem', content: [paragraph(text('x')), gallery] }],
  });
  const lines = (indent: string) =>
    `${indent}![Uno](media:${'a'.repeat(32)})\n${indent}![](media:${'b'.repeat(32)} "Dos")\n`;
  const expected = `![Ancha](media:${'c'.repeat(32)}){.wide}\n\n${lines('')}\n![](media:${'d'.repeat(32)})\n\n- x\n\n${lines('  ')}`;
  expect(writeMarkdown(richText)).toBe(expected);
  expect(readBack(expected)).toEqual(richText);
});

test('a picture says after it how it is cropped, and whose it is where the text says so', () => {
  const picture = (attrs: object) => ({ type: 'image', attrs: { media: 'c'.repeat(32), ...attrs } });
  const credited = picture({ alt: 'Sala', width: 'wide', crop: '3:2 x1 y9', credit: 'Foto: _Ana_ "R." & hijos' });
  const richText = doc(credited, picture({ crop: '1:1', credit: '' }));
  const address = `(media:${'c'.repeat(32)})`;
  expect(writeMarkdown(richText)).toBe(
    `![Sala]${address}{.wide crop="3:2 x1 y9" credit="Foto&#58; &#95;Ana&#95; &#34;R&#46;&#34; &#38; hijos"}\n\n` +
      `![]${address}{crop="1:1" credit=""}\n`,
  );
  expect(readBack(writeMarkdown(richText))).toEqual(richText);
  // What it cannot be is left out.
  expect(readBack(`![Sala]${address}{crop="3:1" .wide}`)).toEqual(doc(picture({ alt: 'Sala', width: 'wide' })));
});

test('reads as people write it', () => {
  const list = (type: string, ...words: string[]): RichTextNode => ({
    type,
    content: words.map((word) => ({ type: 'listItem', content: [paragraph(text(word))] })),
  });
  const richText = doc(
    { type: 'heading', attrs: { level: 2 }, content: [text('Antes')] },
    paragraph(text('Venga en '), text('ayuno', 'bold'), text(' de 8 h.')),
    list('bulletList', 'Orden médica', 'Identificación'),
    list('orderedList', 'Uno', 'Dos'),
    { type: 'callout', attrs: { kind: 'tip' }, content: [paragraph(text('Agua sí.'))] },
  );
  const expected = `## Antes

Venga en **ayuno** de 8 h.

- Orden médica
- Identificación

1. Uno
2. Dos

> [!TIP]
> Agua sí.
`;
  expect(writeMarkdown(richText)).toBe(expected);
  expect(readBack(expected)).toEqual(richText);
});

test.each([
  '# no',
  '- no',
  '+ no',
  '1. no',
  '2) no',
  '> no',
  '*no*',
  '_no_',
  '`no`',
  '[no](x)',
  '![no](x)',
  '<br>',
  '<b>',
  '&amp;',
  '&lt',
  '~~no~~',
  '---',
  '===',
  '| a | b |',
  'https://example.org',
  'www.example.org',
  'a@b.org',
  '\\',
  '[!NOTE]',
  '```',
  '***',
  '    code',
  '- [ ] x',
  '[a]: /b',
  'a\\',
  '5 * 3 * 2',
  '2_3_4',
])('the words %j stay words', (words) => {
  const richText = doc(paragraph(text(words.trim())));
  expect(readBack(writeMarkdown(richText))).toEqual(richText);
});

test('marks reach over several runs', () => {
  const link = { type: 'link', attrs: { href: 'item:chest-x-ray' } };
  const marked = (value: string, ...marks: { type: string }[]): RichTextNode => ({ type: 'text', marks, text: value });
  const [bold, italic] = [{ type: 'bold' }, { type: 'italic' }];
  const richText = doc(
    paragraph(marked('Seguro (', bold), marked('MR Safe', bold, italic), marked(').', bold), text(' Puede entrar.')),
    paragraph(
      text('Vea '),
      marked('la ', link),
      marked('placa', link, bold),
      text(', '),
      marked('no', bold, italic),
      text('.'),
    ),
    paragraph(marked('Uno ', italic), marked('dos', bold, italic)),
  );
  expect(writeMarkdown(richText)).toBe(
    '**Seguro (*MR Safe*).** Puede entrar.\n\nVea [la **placa**](item:chest-x-ray), ***no***.\n\n*Uno **dos***\n',
  );
  expect(readBack(writeMarkdown(richText))).toEqual(richText);
});

/** Words separated by single spaces, with Markdown delimiters in and around them. */
const words = fc
  .array(fc.stringMatching(/^[a-zñé0-9*_#>`[\]<&;:.()!|~+=@\\-]{1,6}$/), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(' '));

test('words in a paragraph are the same words again', () => {
  const around = fc.constantFrom(
    (inner: RichTextNode): RichTextNode => inner,
    (inner: RichTextNode): RichTextNode => ({ type: 'blockquote', content: [inner] }),
    (inner: RichTextNode): RichTextNode => ({ type: 'bulletList', content: [{ type: 'listItem', content: [inner] }] }),
    (inner: RichTextNode): RichTextNode => ({ type: 'callout', attrs: { kind: 'note' }, content: [inner] }),
  );
  const line = fc.array(words, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(fc.tuple(around, line), { maxLength: 3 }), (parts) => {
      const blocks = parts.map(([wrap, lines]) =>
        wrap(paragraph(...lines.flatMap((value, index) => [...(index ? [{ type: 'hardBreak' }] : []), text(value)]))),
      );
      // Adjacent lists or quotations are merged in Markdown.
      const richText = doc(...blocks.flatMap((block) => [block, { type: 'horizontalRule' }]));
      expect(readBack(writeMarkdown(richText))).toEqual(richText);
    }),
    { numRuns: 250 },
  );
});

test('marks on whole words, pictures, code and simple tables are the same again', () => {
  const word = fc.stringMatching(/^(?:[a-zñé0-9]|[a-zñé0-9][a-zñé0-9|]{0,4}[a-zñé0-9])$/);
  const mark = fc.constantFrom('bold', 'italic', 'strike', 'code', 'subscript', 'superscript');
  const run = fc
    .tuple(word, fc.option(mark, { nil: undefined }))
    .map(([value, type]) => text(value, ...(type ? [type] : [])));
  const inline = fc
    .array(run, { minLength: 1, maxLength: 4 })
    .map((runs) => runs.flatMap((one) => [one, text(' ')]).slice(0, -1));
  const cell = (type: string) => inline.map((content) => ({ type, content: [paragraph(...content)] }));
  const row = (type: string) => fc.tuple(cell(type), cell(type)).map((content) => ({ type: 'tableRow', content }));
  const block = fc.oneof(
    inline.map((content) => paragraph(...content)),
    fc
      .tuple(fc.constantFrom(2, 3, 4), inline)
      .map(([level, content]) => ({ type: 'heading', attrs: { level }, content })),
    fc
      .array(word, { minLength: 1, maxLength: 3 })
      .map((lines) => ({ type: 'codeBlock', attrs: { language: 'ts' }, content: [text(lines.join('\n'))] })),
    words.map((alt) => ({ type: 'image', attrs: { media: 'a'.repeat(32), alt, caption: `${alt} "x"` } })),
    fc
      .tuple(row('tableHeader'), fc.array(row('tableCell'), { maxLength: 2 }))
      .map(([head, body]) => ({ type: 'table', content: [head, ...body] })),
  );
  fc.assert(
    fc.property(fc.array(block, { maxLength: 4 }), (blocks) => {
      const richText = doc(...(blocks as RichTextNode[]));
      expect(readBack(writeMarkdown(richText))).toEqual(richText);
    }),
    { numRuns: 150 },
  );
});

test.each(['a #', 'a ## ###', '#', '# #', 'a#', 'a # b', 'a\\ #', 'a \\#'])(
  'the heading %j keeps its signs',
  (words) => {
    const richText = doc({ type: 'heading', attrs: { level: 3 }, content: [text(words)] });
    expect(readBack(writeMarkdown(richText))).toEqual(richText);
  },
);

test('code is the same again with its empty lines, wherever it stands', () => {
  const line = fc.constantFrom('', ' ', '  a', 'b ', '```', '~~~', '- c', '> d');
  const around = fc.constantFrom(
    (inner: RichTextNode): RichTextNode => inner,
    (inner: RichTextNode): RichTextNode => ({ type: 'blockquote', content: [inner] }),
    (inner: RichTextNode): RichTextNode => ({ type: 'bulletList', content: [{ type: 'listItem', content: [inner] }] }),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 4 }), around, (lines, wrap) => {
      const said = lines.join('\n');
      const richText = doc(wrap({ type: 'codeBlock', content: said === '' ? [] : [text(said)] }), paragraph(text('z')));
      expect(readBack(writeMarkdown(richText))).toEqual(richText);
    }),
    { numRuns: 150 },
  );
});

test('whatever a rich text says, its Markdown can be read and has every word', () => {
  const said = (value: string) => value.match(/[\p{L}\p{N}]+/gu) ?? [];
  const value = fc.stringMatching(/^[a-z*_ .|\\]{1,8}$/);
  fc.assert(
    fc.property(richTexts(value), (richText) => {
      const again = plainText(readBack(writeMarkdown(richText)));
      for (const word of said(plainText(richText))) expect(again).toContain(word);
    }),
    { numRuns: 150 },
  );
});

test.each<[string, (block: RichTextNode) => RichTextNode]>([
  ['alone', (block) => block],
  ['in a quotation', (block) => ({ type: 'blockquote', content: [block] })],
  [
    'in a list',
    (block) => ({ type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('a')), block] }] }),
  ],
])('a block of the site is the same again %s, whatever its contents', (_, wrap) => {
  const value = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
  const hard = fc.constantFrom(
    'a "b" {c} &amp; <d>',
    'two\nlines',
    '}\n\n# x',
    '::video{}',
    'https://example.org/?a=1&b=2',
  );
  fc.assert(
    fc.property(fc.oneof(value, hard), fc.oneof(value, hard), (url, title) => {
      const attrs = { kind: 'video', values: { url }, words: { title } };
      const richText = normalizeRichText(doc(wrap({ type: 'siteBlock', attrs }), paragraph(text('z'))));
      expect(readBack(writeMarkdown(richText))).toEqual(richText);
    }),
    { numRuns: 120 },
  );
});

test('a paragraph that looks like a block of the site stays one', () => {
  const richText = doc(paragraph(text('::video{url="x"}')), paragraph(text('a'), { type: 'hardBreak' }, text('::b{}')));
  expect(readBack(writeMarkdown(richText))).toEqual(richText);
});

test.each(['bold', 'code'])('a gap of spaces by the hundred thousand in %s is written', (mark) => {
  const said = `a${' '.repeat(400_000)}b`;
  const image = { type: 'image', attrs: { media: 'a'.repeat(32), alt: said } };
  const markdown = writeMarkdown({ type: 'doc', content: [paragraph(text(said, mark)), image] });
  expect(markdown.split(said)).toHaveLength(3);
});
