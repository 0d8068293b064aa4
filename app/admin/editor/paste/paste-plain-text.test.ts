import { expect, test } from 'vitest';
import { parseHtml } from '#core/html/parse-html.ts';
import type { SiteBlock } from '#core/site-blocks/site-block.ts';
import { isMarkdown, markdownToHtml } from './paste-plain-text.ts';

const labels = { es: 'x', en: 'x' };
const video: Pick<SiteBlock, 'key' | 'fields'> = {
  key: 'video',
  fields: [
    { key: 'url', kind: 'url', labels },
    { key: 'title', kind: 'text', localized: true, labels },
    { key: 'start', kind: 'number', labels },
  ],
};

test.each([
  '# Antes del estudio',
  'Lleve:\n- la orden\n- su identificación',
  '1. Ayune\n2. Descanse',
  'El ayuno es de **seis horas**.',
  'Vea [la guía](https://example.org/guia).',
  '> Vengo tranquila.',
  '```\ncode\n```',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  'Así es:\r\n::video{url="https://example.org/1"}',
])('%j is taken for Markdown', (text) => {
  expect(isMarkdown(text, [video])).toBe(true);
});

test.each([
  'Una línea.\nOtra línea.',
  '2024. Fue un año largo.',
  'De lunes a viernes - sábados no.',
  'El #1 de la ciudad',
  '5 * 3 * 2 y **',
  '-5 °C',
  'un_nombre_de_archivo',
  '::mapa{url="https://example.org/1"}',
  '::video{sin comillas}',
  'Como ::video{url="https://example.org/1"}',
])('%j is taken for what it is', (text) => {
  expect(isMarkdown(text, [video])).toBe(false);
});

test('Markdown has the blocks of the site, also in a list, and what is no block of it stays a text', () => {
  const markdown = [
    'Así es:',
    '::video{url="https://example.org/1" title="Lo &#34;primero&#34; &#38; más" start=3}',
    '::mapa{lugar="aquí"}',
    '- ::video{title="<b>"}',
  ].join('\n');
  const blockOf = (attrs: object) => ({ type: 'siteBlock', attrs: { kind: 'video', ...attrs } });
  const content = [
    { type: 'paragraph' },
    blockOf({ values: { url: 'https://example.org/1', start: 3 }, words: { title: 'Lo "primero" & más' } }),
    { type: 'paragraph', content: [{ text: '::mapa{lugar="aquí"}' }] },
    { type: 'bulletList', content: [{ content: [blockOf({ words: { title: '<b>' } })] }] },
  ];
  expect(parseHtml(markdownToHtml(markdown, [video]))).toMatchObject({ ok: true, richText: { content } });
});

test('alerts are callouts, and code has no empty last line', () => {
  const html = markdownToHtml('Texto **fuerte**\n\n> [!NOTE]\n> Una nota.\n\n```js\nx  y\n```\n', []);
  expect(parseHtml(html)).toMatchObject({
    richText: {
      content: [
        { type: 'paragraph' },
        { type: 'callout', attrs: { kind: 'note' }, content: [{ content: [{ text: 'Una nota.' }] }] },
        { type: 'codeBlock', content: [{ text: 'x  y' }] },
      ],
    },
  });
});

test('a text that takes too long to read as Markdown stays lines', () => {
  expect(markdownToHtml('*a _'.repeat(60_000), [])).toMatch(/^<p>\*a _/);
});
