import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinTexts, markedText } from './marked-text.ts';
import { nodeText, type RichTextNode } from './rich-text.ts';

const words = ({ text, marks }: ReturnType<typeof markedText>) =>
  marks.map(({ from, to, mark, href }) => [mark, text.slice(from, to), ...(href === undefined ? [] : [href])]);

const bold = { type: 'bold' };
const link = (href: string) => ({ type: 'link', attrs: { href } });
const text = (said: string, ...marks: { type: string }[]): RichTextNode => ({ type: 'text', text: said, marks });
const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content });

test('each mark is told with its words, once where it goes on through other marks', () => {
  const node = paragraph(
    text('Coma '),
    text('seis ', bold),
    text('horas', bold, link('/a')),
    text(' antes', link('/b')),
  );
  expect(words(markedText(node))).toEqual([
    ['bold', 'seis horas'],
    ['link', 'horas', '/a'],
    ['link', ' antes', '/b'],
  ]);
});

test('marks keep to their words across lines, and those of nothing but line breaks go', () => {
  const list: RichTextNode = {
    type: 'bulletList',
    content: [
      {
        type: 'listItem',
        content: [paragraph(text('  \n', bold), text('uno  ', bold), { type: 'hardBreak' }, text(' dos', bold))],
      },
      { type: 'listItem', content: [paragraph(text('tres', bold))] },
    ],
  };
  expect(markedText(list).text).toBe('uno\ndos\ntres');
  expect(words(markedText(list))).toEqual([
    ['bold', 'uno'],
    ['bold', 'dos'],
    ['bold', 'tres'],
  ]);
});

test('texts are joined with their marks at their words', () => {
  const one = markedText(paragraph(text('uno', bold)));
  const joined = joinTexts([one, { text: 'dos', marks: [] }, one], ' · ');
  expect(joined.text).toBe('uno · dos · uno');
  expect(words(joined)).toEqual([
    ['bold', 'uno'],
    ['bold', 'uno'],
  ]);
});

test('the text is the plain one, whatever it holds, and every mark is at some of its words', () => {
  const said = fc
    .array(fc.constantFrom('a', 'b ', ' ', '\n', '\t', 'ñ'), { maxLength: 4 })
    .map((parts) => parts.join(''));
  const piece = fc.record({ said, isBold: fc.boolean(), breaks: fc.boolean() });
  fc.assert(
    fc.property(fc.array(fc.array(piece, { maxLength: 4 }), { maxLength: 4 }), (paragraphs) => {
      const node: RichTextNode = {
        type: 'blockquote',
        content: paragraphs.map((pieces) =>
          paragraph(
            ...pieces.flatMap(({ said, isBold, breaks }) => [
              text(said, ...(isBold ? [bold] : [])),
              ...(breaks ? [{ type: 'hardBreak' }] : []),
            ]),
          ),
        ),
      };
      const marked = markedText(node);
      expect(marked.text).toBe(nodeText(node));
      const letters = paragraphs
        .flat()
        .filter(({ isBold }) => isBold)
        .map(({ said }) => said);
      const told = marked.marks.map(({ from, to }) => marked.text.slice(from, to));
      expect(told.join('').replace(/\s/g, '')).toBe(letters.join('').replace(/\s/g, ''));
    }),
  );
});

// With backtracking from each of the spaces, this would take minutes.
test.each([' ', '\t'])('a gap of %j by the hundred thousand that no line break follows is kept', (space) => {
  const said = `a${space.repeat(400_000)}b`;
  expect(nodeText(paragraph(text(said)))).toBe(said);
  expect(words(markedText(paragraph(text(said, bold))))).toEqual([['bold', said]]);
});
