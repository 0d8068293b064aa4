import { expect, test } from 'vitest';
import { parseHtml } from '../html/parse-html.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { blockUnits } from '../translation/units.ts';
import { filesIn, type RichText } from './rich-text.ts';
import { richTextSchema } from './rich-text-schema.ts';
import { writeHtml } from './write-html.ts';
import { writeMarkdown } from './write-markdown.ts';

const [ONE, OTHER] = ['a'.repeat(32), 'b'.repeat(32)];
const file = (media: string, id: string) => ({ type: 'file', attrs: { media, id } });
const text: RichText = {
  type: 'doc',
  content: [
    file(ONE, 'f1'),
    file(OTHER, 'f2'),
    { type: 'blockquote', attrs: { id: 'q' }, content: [{ type: 'file', attrs: { media: ONE } }] },
  ],
};

test('a text may hand out files, which count as something to follow in a translation', () => {
  expect(richTextSchema.parse(text)).toEqual(text);
  expect(filesIn({ ...text })).toEqual([ONE, OTHER, ONE]);
  expect(blockUnits(text).map(({ id }) => id)).toEqual(['block:f1', 'block:f2', 'block:q']);
  expect(blockUnits({ ...text, content: [file(OTHER, 'f1')] })[0]?.hash).not.toBe(blockUnits(text)[0]?.hash);
  const without = { type: 'doc', content: [{ type: 'file', attrs: { media: 'x' } }] };
  expect(richTextSchema.safeParse(without).success).toBe(false);
});

test('Markdown and HTML say them and restore them', () => {
  const markdown = writeMarkdown(text);
  expect(markdown).toBe(`::file{media="${ONE}"}\n\n::file{media="${OTHER}"}\n\n> ::file{media="${ONE}"}\n`);
  const read = parseMarkdown(markdown);
  expect(read.ok && filesIn({ ...read.richText })).toEqual([ONE, OTHER, ONE]);
  expect(parseHtml(writeHtml(text), { origin: 'https://example.org' })).toMatchObject({ ok: true, richText: text });
});

test('Markdown may name the file of a folder where texts may name files, and nothing else', () => {
  const named = parseMarkdown('::file{file="precios.pdf"}', { pictureFiles: true });
  expect(named).toMatchObject({ ok: true, richText: { content: [{ type: 'file', attrs: { file: 'precios.pdf' } }] } });
  for (const wrong of ['::file{file="precios.pdf"}', '::file{media="x"}', `::file{media="${ONE}" title="x"}`]) {
    expect(parseMarkdown(wrong)).toMatchObject({ ok: false, problems: [{ line: 1 }] });
  }
});
