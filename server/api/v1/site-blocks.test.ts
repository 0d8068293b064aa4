import { expect, test } from 'vitest';
import { createApiSite } from '../../../test/helpers/api/create-api-site.ts';

const labels = { es: 'Video', en: 'Video' };
const url = 'https://example.org/1.mp4';

async function createSite() {
  const site = await createApiSite({
    blocks: [
      {
        key: 'video',
        labels,
        icon: 'lucide:video',
        fields: [
          { key: 'url', kind: 'url', required: true, labels },
          { key: 'title', kind: 'text', localized: true, labels },
        ],
      },
    ],
  });
  const editor = await site.createProgram('editor');
  await editor.createNotice('one', { es: { title: 'Uno' } });
  const bodyIn = async (format: string) =>
    (await editor.get(`/items/one?body=${format}`)).body.languages.es.body[format];
  return { editor, bodyIn, write: (body: object) => editor.send('PATCH', '/items/one/es', { body }) };
}

test('a block of the site is the same in every format, and keeps its id', async () => {
  const { write, bodyIn } = await createSite();
  expect((await write({ markdown: `Uno\n\n::video{url="${url}" title="Así es"}` })).status).toBe(200);
  const { content } = await bodyIn('tiptap');
  const attrs = { kind: 'video', values: { url }, words: { title: 'Así es' } };
  expect(content[1]).toMatchObject({ type: 'siteBlock', attrs });
  for (const format of ['markdown', 'html', 'tiptap']) {
    const { status } = await write({ [format]: await bodyIn(format) });
    expect([format, status, (await bodyIn('tiptap')).content]).toEqual([format, 200, content]);
  }
});

test('a block that the site does not have, or that is incomplete, is refused with its place', async () => {
  const { write } = await createSite();
  const map = await write({ markdown: 'Uno\n\n::map{place="Zapopan"}' });
  expect([map.status, map.body.errors]).toEqual([
    422,
    [{ pointer: '/body/markdown', detail: 'the site has no block "map"', code: 'site-block' }],
  ]);
  const block = { type: 'siteBlock', attrs: { kind: 'video' } };
  const video = await write({ tiptap: { type: 'doc', content: [block] } });
  expect(video.body.errors).toMatchObject([
    { pointer: '/body/tiptap/content/0/attrs', detail: expect.stringContaining('needs url') },
  ]);
});

test('programs learn which blocks there are', async () => {
  const { editor } = await createSite();
  const { blocks } = (await editor.get('/content-types')).body;
  expect(blocks).toMatchObject([{ key: 'video', labels, fields: [{ key: 'url' }, { key: 'title', localized: true }] }]);
});
