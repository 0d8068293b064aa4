import { expect, test } from 'vitest';
import { doc, paragraph, text } from '../../test/helpers/texts/rich-text-nodes.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { normalizeRichText } from './normalize-rich-text.ts';
import type { RichTextNode } from './rich-text.ts';
import { writeMarkdown } from './write-markdown.ts';

function readBack(markdown: string) {
  const result = parseMarkdown(markdown);
  if (!result.ok) throw new Error(`${JSON.stringify(result.problems)} in:\n${markdown}`);
  return normalizeRichText(result.richText);
}

test('a bar in a cell stays in its word, code and address', () => {
  const linked = { type: 'link', attrs: { href: 'https://example.org/a|b\\|c?d&amp;e' } };
  const row = (type: string, ...cells: RichTextNode[]) => ({
    type: 'tableRow',
    content: cells.map((inner) => ({ type, content: [paragraph(inner)] })),
  });
  const richText = doc({
    type: 'table',
    content: [
      row('tableHeader', text('uno|dos'), text('a|b||c', 'code')),
      row('tableCell', { type: 'text', text: 'x|y', marks: [linked] }, text('a\\\\|b', 'bold')),
    ],
  });
  expect(readBack(writeMarkdown(richText))).toEqual(richText);
});

test('cells that reach over others leave empty ones, and the rest stands in its columns', () => {
  const cell = (said: string, attrs: NonNullable<RichTextNode['attrs']> = {}): RichTextNode => ({
    type: 'tableCell',
    attrs,
    content: [paragraph(text(said))],
  });
  const row = (...content: RichTextNode[]) => ({ type: 'tableRow', content });
  const markdown = writeMarkdown(
    doc({
      type: 'table',
      content: [
        row(cell('a', { rowspan: 2, align: 'left' }), cell('b', { colspan: 2 }), cell('c', { align: 'right' })),
        row(cell('d', { rowspan: 3 }), cell('e')),
        row(cell('f'), cell('g'), cell('h')),
        row(cell('i')),
      ],
    }),
  );
  expect(markdown).toBe(
    `| a | b |  | c |
| :-- | --- | --- | --: |
|  | d | e |
| f |  | g | h |
| i |
`,
  );
});

test('spans by the thousand do not make a table of millions of cells', () => {
  const wide = { type: 'tableCell', attrs: { colspan: 100, rowspan: 1000 }, content: [paragraph(text('ancha'))] };
  const last = { type: 'tableCell', content: [paragraph(text('fin'))] };
  const content = [Array.from({ length: 2_000 }, () => wide), ...Array.from({ length: 2_000 }, () => [last])];
  const markdown = writeMarkdown(
    doc({ type: 'table', content: content.map((cells) => ({ type: 'tableRow', content: cells })) }),
  );
  expect([markdown.split('ancha').length, markdown.split('fin').length]).toEqual([2_001, 2_001]);
  expect(markdown.length).toBeLessThan(100_000);
});

test('code that cells of Markdown have no form for is told as words', () => {
  const table = (...marks: string[]) =>
    doc({
      type: 'table',
      content: [
        { type: 'tableRow', content: [{ type: 'tableHeader', content: [paragraph(text('grep a\\|b', ...marks))] }] },
      ],
    });
  expect(readBack(writeMarkdown(table('code')))).toEqual(table());
});
