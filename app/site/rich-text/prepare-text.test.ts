import { expect, test } from 'vitest';
import type { PublishedContent, ShownMedia } from '#core/public-content/published-content.ts';
import type { SiteBlock } from '#core/site-blocks/site-block.ts';
import { createContentSite, testConfig, testLanguage } from '../../../test/helpers/content/create-content-site.ts';
import { publish } from '../../../test/helpers/content/publish.ts';
import { partial } from '../../../test/helpers/partial.ts';
import type { PageServices } from '../../context/context.ts';
import type { PictureData } from '../pictures/picture-data.ts';
import { prepareText } from './prepare-text.ts';

const ID = 'a'.repeat(32);

test.each<[string, object, object]>([
  ['without words has those of its file', {}, { alt: 'A knee', caption: 'Before', credit: 'Photo: Ana' }],
  [
    'with words has its own, and the credit of its file',
    { alt: '', caption: 'After' },
    { alt: '', caption: 'After', credit: 'Photo: Ana' },
  ],
  [
    'with a credit has its own',
    { credit: 'Drawing: Luz' },
    { alt: 'A knee', caption: 'Before', credit: 'Drawing: Luz' },
  ],
  ['that wants no credit has none', { credit: '' }, { alt: 'A knee', caption: 'Before', credit: '' }],
  ['that wants nothing below it has neither caption nor credit', { caption: '' }, { alt: 'A knee', caption: '' }],
])('a picture %s', async (_, attrs, words) => {
  const file: ShownMedia = {
    ...{ id: ID, name: 'a.jpg', contentType: 'image/jpeg', bytes: 9, width: 4, height: 3 },
    ...{ alt: 'A knee', caption: 'Before', credit: 'Photo: Ana' },
  };
  const content = partial<PublishedContent>({ media: async () => new Map([[ID, file]]) });
  const image = { type: 'image', attrs: { id: 'b1', media: ID, ...attrs } };
  const services = { config: testConfig, content } as PageServices;
  const { text } = await prepareText(services, 'en', { type: 'doc', content: [image] });
  const { picture: _picture, ...shown } = text.doc.content[0]?.attrs ?? {};
  expect(shown).toEqual(words);
});

test.each<[string, object, { width: number; height: number }, object]>([
  ['is whole', {}, { width: 400, height: 300 }, {}],
  [
    'is cropped to a shape around the focal point of its file',
    { crop: '1:1' },
    { width: 300, height: 300 },
    { x: 2, y: 3 },
  ],
  ['is cropped around a point of its own', { crop: '16:9 x0 y10' }, { width: 400, height: 225 }, { x: 0, y: 10 }],
])('a picture in a text %s', async (_, attrs, size, focus) => {
  const file: ShownMedia = {
    ...{ id: ID, name: 'a.jpg', contentType: 'image/jpeg', bytes: 9, width: 400, height: 300, focus: { x: 2, y: 3 } },
  };
  const content = partial<PublishedContent>({ media: async () => new Map([[ID, file]]) });
  const image = { type: 'image', attrs: { id: 'b1', media: ID, alt: '', ...attrs } };
  const services = { config: testConfig, content } as PageServices;
  const { text } = await prepareText(services, 'en', { type: 'doc', content: [image] });
  const { picture } = (text.doc.content[0]?.attrs ?? {}) as { picture: PictureData };
  expect(picture.image).toMatchObject(size);
  expect(picture.focus).toMatchObject(focus);
});

const link = (text: string, href: string) => ({
  type: 'paragraph',
  attrs: { id: 'b1' },
  content: [{ type: 'text', text, marks: [{ type: 'link', attrs: { href } }, { type: 'bold' }] }],
});

test('links to items become addresses, and the id of an item that is not public here is on no page', async () => {
  const site = createContentSite();
  await site.putItem('first-title', 'not-found', { es: testLanguage('uno') });
  await site.putItem('secret-title', 'not-found', { es: testLanguage('dos') });
  await publish(site, 'first-title', ['es']);
  const services = { config: testConfig, content: site.content } as PageServices;
  const list = {
    type: 'bulletList',
    content: [{ type: 'listItem', content: [link('in a list', 'item:first-title')] }],
  };
  const content = [
    link('here', 'item:first-title'),
    link('there', 'item:secret-title'),
    link('out', 'https://a.org/'),
    list,
  ];
  const { text } = await prepareText(services, 'es', { type: 'doc', content });
  expect(JSON.stringify(text)).not.toMatch(/item:|first-title|secret-title/);
  const [here, there, out] = text.doc.content.map((block) => block.content?.[0]?.marks);
  expect(here).toEqual([{ type: 'link', attrs: { href: '/not-found-es/uno' } }, { type: 'bold' }]);
  expect(there).toEqual([{ type: 'bold' }]);
  expect(out?.[0]?.attrs?.href).toBe('https://a.org/');
  expect(JSON.stringify(text.doc.content[3])).toContain('/not-found-es/uno');
});

test('links with a fragment lead to the headings of this text and of other items, whatever the spelling', async () => {
  const site = createContentSite();
  await site.putItem('first-title', 'not-found', { es: testLanguage('uno') });
  await publish(site, 'first-title', ['es']);
  const services = { config: testConfig, content: site.content } as PageServices;
  const heading = (id: string, text: string) => ({
    type: 'heading',
    attrs: { id, level: 2 },
    content: [{ type: 'text', text }],
  });
  const hrefs = ['item:first-title#Más-Datos', '#m%C3%A1s-datos', '#antes', '#Bloque_1', '#', 'https://a.org/#Él'];
  const content = [...hrefs.map((href) => link('x', href)), heading('h', 'Más datos'), heading('i', 'Más datos')];
  const { text } = await prepareText(services, 'es', { type: 'doc', content }, '', [
    { anchor: 'antes', block: 'h' },
    { anchor: 'gone', block: 'none' },
  ]);
  expect(text.doc.content.slice(0, 6).map((block) => block.content?.[0]?.marks?.[0]?.attrs?.href)).toEqual([
    '/not-found-es/uno#mas-datos',
    '#mas-datos',
    '#antes',
    '#Bloque_1',
    '#',
    'https://a.org/#Él',
  ]);
  expect(text.doc.content.slice(6).map(({ attrs }) => attrs)).toEqual([
    { level: 2, anchor: 'mas-datos', formerAnchors: ['antes'] },
    { level: 2, anchor: 'mas-datos-2' },
  ]);
});

test('a table is named by its columns, also inside another block', async () => {
  const services = { config: testConfig, content: createContentSite().content } as PageServices;
  const cell = (text: string) => ({
    type: 'tableHeader',
    content: [{ type: 'paragraph', content: text ? [{ type: 'text', text }] : [] }],
  });
  const row = (...texts: string[]) => ({ type: 'tableRow', content: texts.map(cell) });
  const table = { type: 'table', content: [row('', ''), row('Edad', '', 'Frecuencia')] };
  const content = [table, { type: 'blockquote', content: [table] }];
  const { text } = await prepareText(services, 'es', { type: 'doc', content });
  expect(text.doc.content[0]?.attrs?.name).toBe('Edad, Frecuencia');
  expect(text.doc.content[1]?.content?.[0]?.attrs?.name).toBe('Edad, Frecuencia');
});

test('a block of the site has what its view needs; one that is unknown or incomplete is left out', async () => {
  const labels = { es: 'Grande', en: 'Large' };
  const video: SiteBlock = {
    key: 'video',
    labels,
    icon: 'lucide:video',
    fields: [
      { key: 'url', kind: 'url', labels, required: true },
      { key: 'title', kind: 'text', localized: true, labels },
      { key: 'size', kind: 'choice', choices: [{ value: 'large', labels }], labels },
    ],
  };
  const config = { ...testConfig, blocks: [video] };
  const services = { config, content: createContentSite().content } as PageServices;
  const block = (kind: string, values: object) => ({
    type: 'siteBlock',
    attrs: { id: 'x', kind, values, words: { title: 'T' } },
  });
  const whole = block('video', { url: 'https://example.org/', size: 'large' });
  const content = [
    whole,
    block('video', { size: 'large' }),
    block('map', {}),
    { type: 'blockquote', content: [whole] },
  ];
  const { text } = await prepareText(services, 'es', { type: 'doc', content });
  const shown = {
    type: 'siteBlock',
    attrs: {
      kind: 'video',
      block: {
        contents: { url: 'https://example.org/', title: 'T', size: 'large' },
        labels: { size: 'Grande' },
        ...{ pictures: {}, links: {}, cards: {} },
        locale: 'es',
      },
    },
  };
  expect(text.doc.content).toEqual([shown, { type: 'blockquote', content: [shown], attrs: {} }]);
});
