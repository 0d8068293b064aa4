import { expect, test } from 'vitest';
import { parseHtml } from '#core/html/parse-html.ts';
import type { SiteBlock } from '#core/site-blocks/site-block.ts';
import { isMarkdown, joinLines, markdownToHtml } from './paste-plain-text.ts';

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

/** Paragraphs as texts, entries of lists with a bullet. */
const joined = (text: string) => joinLines(text)?.map((part) => (part.isEntry ? '• ' : '') + part.text);

test.each([
  [
    'a divided word',
    'El estudio se hace en la sala de radio-\ngrafía del primer piso, sin cita.',
    ['El estudio se hace en la sala de radiografía del primer piso, sin cita.'],
  ],
  ['a soft hyphen at the end of a line', 'La resonan\u00AD\ncia dura media hora.', ['La resonancia dura media hora.']],
  [
    'a compound, whose hyphen stays',
    'La sala de la calle de Pérez-\nGómez está en la plan-\nta baja.',
    ['La sala de la calle de Pérez-Gómez está en la planta baja.'],
  ],
  [
    'lines that end within a sentence, and paragraphs by their last line',
    'Venga en ayuno de seis horas y traiga la orden de su\nmédico, sus estudios anteriores y una identificación con\nfotografía.\nAl llegar, pase a la recepción del segundo piso y diga su\nnombre completo.',
    [
      'Venga en ayuno de seis horas y traiga la orden de su médico, sus estudios anteriores y una identificación con fotografía.',
      'Al llegar, pase a la recepción del segundo piso y diga su nombre completo.',
    ],
  ],
  [
    'a title before a paragraph',
    'Antes del estudio\nNo coma ni beba nada durante las seis horas que hay antes\nde la cita, y no fume. Si toma medicamentos, pregunte antes\nsi los debe tomar.',
    [
      'Antes del estudio',
      'No coma ni beba nada durante las seis horas que hay antes de la cita, y no fume. Si toma medicamentos, pregunte antes si los debe tomar.',
    ],
  ],
  ['printed bullets', 'Traiga:\n• la orden\n• sus estudios', ['Traiga:', '• la orden', '• sus estudios']],
  [
    'bullets on lines of their own',
    '•\nla orden médica\n•\nsus estudios de los dos\núltimos años',
    ['• la orden médica', '• sus estudios de los dos últimos años'],
  ],
  ['bullets of a symbol font', '\uF0B7 uno\n\uF0B7 dos', ['• uno', '• dos']],
  [
    'pages',
    'Los resultados están listos a los dos días hábiles, y se\nrecogen en la recepción o se des-\n\fcargan de la página.',
    ['Los resultados están listos a los dos días hábiles, y se recogen en la recepción o se descargan de la página.'],
  ],
  [
    'paragraphs with blank lines',
    'Uno de los estudios más antiguos es la radiografía, que\nse hace desde hace más de cien años en todo el mundo y que\nes barata.\n\nEl otro es la ecografía.',
    [
      'Uno de los estudios más antiguos es la radiografía, que se hace desde hace más de cien años en todo el mundo y que es barata.',
      'El otro es la ecografía.',
    ],
  ],
])('the lines of a page are joined: %s', (_, text, expected) => {
  expect(joined(text)).toEqual(expected);
});

test.each([
  'Una línea.\nOtra línea.',
  'Calle Uno 2\nColonia Centro\nMéxico',
  'Un párrafo largo que no tiene más que una línea, por larga que sea.',
  'Lleve:\n- la orden\n- su identificación',
  'Lunes a viernes\n8:00 - 14:00\nSábados\ncerrado',
  '',
])('%j stays as it is', (text) => {
  expect(joinLines(text)).toBeUndefined();
});

test('a hundred thousand lines take no longer than they are many', () => {
  expect(joinLines('radio-\ngrafía y \n'.repeat(50_000))?.length).toBeGreaterThan(0);
});
