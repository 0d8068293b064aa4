import { expect, test } from 'vitest';
import { createApiSite } from '../../../test/helpers/api/create-api-site.ts';

async function createSite() {
  const site = await createApiSite();
  const editor = await site.createProgram('editor');
  await editor.createNotice('one', { es: { title: 'Uno' } });
  const read = async () => (await editor.get('/items/one')).body;
  return { editor, read };
}

test('a picture keeps through Markdown whether it only adorns or was not described, and wants no caption', async () => {
  const { editor, read } = await createSite();
  const [adorning, undescribed, both] = ['a', 'b', 'c'].map((digit) => digit.repeat(32));
  const image = (media: string | undefined, alt?: string) => ({
    type: 'image',
    attrs: { media, ...(alt !== undefined && { alt }), ...(media === adorning && { caption: '' }) },
  });
  const quote = { type: 'blockquote', content: [image(adorning, '')] };
  const content = [image(adorning, ''), quote, image(undescribed), image(both, ''), image(both)];
  const first = await editor.send('PATCH', '/items/one/es', { body: { tiptap: { type: 'doc', content } } });
  expect(first.status).toBe(200);
  const { markdown } = (await editor.get('/items/one?body=markdown')).body.languages.es.body;
  const written = await editor.send('PATCH', '/items/one/es', { body: { markdown: `${markdown}\nNuevo.` } });
  expect(written.status).toBe(200);
  const blocks = (await read()).languages.es.body.tiptap.content;
  const alts = blocks.map((block: { type: string; content?: [{ attrs?: object }]; attrs: object }) =>
    block.type === 'blockquote' ? block.content?.[0].attrs : block.attrs,
  );
  expect(alts).toMatchObject([
    { alt: '', caption: '' },
    { alt: '', caption: '' },
    { media: undescribed },
    { media: both },
    { media: both },
    {},
  ]);
  for (const attrs of alts.slice(2)) expect(attrs).not.toHaveProperty('alt');
  const html = `<img src="/media/${adorning}/original">`;
  await editor.send('PATCH', '/items/one/es', { body: { html } });
  expect((await read()).languages.es.body.tiptap.content[0].attrs).not.toHaveProperty('alt');
});

test('takes the picture that was uploaded by the address that the upload told', async () => {
  const { editor, read } = await createSite();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 8"><path d="M0 0"/></svg>';
  const drawing = new TextEncoder().encode(svg);
  const { body: kept } = await editor.send('POST', '/media', drawing, { 'content-type': 'image/svg+xml' });
  await editor.send('PATCH', '/items/one/es', { body: { html: `<img src="${kept.url}" alt="Placa">` } });
  expect((await read()).languages.es.body.tiptap.content).toMatchObject([
    { type: 'image', attrs: { media: kept.id, alt: 'Placa' } },
  ]);
});

test('what HTML loses is in the answer, and only there', async () => {
  const { editor, read } = await createSite();
  const html = '<p>Uno</p>\n<iframe src="https://maps.example.org"></iframe>';
  const { status, body } = await editor.send('PATCH', '/items/one/es', { body: { html } });
  const entry = { detail: 'line 2: <iframe> is left out, with its contents: https://maps.example.org', code: 'html' };
  expect([status, body.lost]).toEqual([200, [{ pointer: '/body/html', ...entry }]]);
  expect(await read()).not.toHaveProperty('lost');
  const languages = { es: { title: 'Dos', body: { html } } };
  const created = await editor.send('POST', '/items', { type: 'notice', sourceLanguage: 'es', languages });
  expect([created.status, created.body.lost]).toEqual([201, [{ pointer: '/languages/es/body/html', ...entry }]]);
});
