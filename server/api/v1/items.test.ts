import { describe, expect, test } from 'vitest';
import { purgeItem } from '#core/items/trash-item.ts';
import { createApiSite } from '../../../test/helpers/api/create-api-site.ts';
import { testConfig, testLanguage } from '../../../test/helpers/content/create-content-site.ts';
import { person } from '../../../test/helpers/content/create-item-site.ts';

const study = {
  type: 'notice',
  sourceLanguage: 'es',
  tags: ['torax'],
  fields: { minutes: 10 },
  languages: {
    es: { title: 'Radiografía de tórax', body: { markdown: '## Antes\n\nVenga en **ayuno**.\n' } },
    en: {
      title: 'Chest X-ray',
      body: { html: '<h2>Before</h2><p>Come <b>fasting</b>.</p>' },
      fields: { steps: ['Come'] },
    },
  },
};

async function createSite() {
  const site = await createApiSite();
  return { ...site, editor: await site.createProgram('editor') };
}

describe('creating an item', () => {
  test('begins it in both languages, each a translation of the source, with id and slugs from the titles', async () => {
    const { editor, store } = await createSite();
    const made = await editor.send('POST', '/items', study);
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe('/api/v1/items/radiografia-de-torax');
    expect(made.headers.get('etag')).toBe(`"${made.body.version}"`);
    expect(made.body).toMatchObject({
      id: 'radiografia-de-torax',
      tags: ['torax'],
      fields: { minutes: 10 },
      authorId: editor.program.id,
      languages: {
        es: { state: 'draft', slug: 'radiografia-de-torax' },
        en: {
          slug: 'chest-x-ray',
          fields: { steps: ['Come'] },
          translation: { missing: 0, stale: 0, current: 3, extra: 1, moved: 0 },
        },
      },
    });
    expect((await editor.get('/items/radiografia-de-torax')).body).toEqual(made.body);
    expect(await store.runQuery({ collection: 'publications' })).toEqual([]);
  });

  test('finds an id that is free, and refuses one that is taken', async () => {
    const { editor } = await createSite();
    await editor.send('POST', '/items', study);
    expect((await editor.send('POST', '/items', study)).body.id).toBe('radiografia-de-torax-2');
    expect((await editor.send('POST', '/items', { ...study, id: 'torax' })).body.id).toBe('torax');
    const again = await editor.send('POST', '/items', { ...study, id: 'torax' });
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
  });

  test('gives no item the id of one that was deleted for good', async () => {
    const { editor, store } = await createSite();
    const { id } = (await editor.send('POST', '/items', study)).body;
    expect((await editor.send('DELETE', `/items/${id}`)).status).toBe(204);
    expect(await purgeItem({ store, config: testConfig }, person('editor'), { id })).toEqual({ ok: true });
    expect((await editor.send('POST', '/items', study)).body.id).toBe(`${id}-2`);
    const again = await editor.send('POST', '/items', { ...study, id });
    expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining('deleted for good')]);
  });

  test('proposes a slug that no public item stands at', async () => {
    const { editor } = await createSite();
    await editor.send('POST', '/items', { ...study, id: 'one' });
    await editor.send('POST', '/items/one/publish', { languages: ['es'] });
    const { body } = await editor.send('POST', '/items', { ...study, id: 'two' });
    expect([body.languages.es.slug, body.languages.en.slug]).toEqual(['radiografia-de-torax-2', 'chest-x-ray']);
  });

  test('proposes none that an item stood at, and takes one only as asked', async () => {
    const { editor } = await createSite();
    await editor.send('POST', '/items', { ...study, id: 'one' });
    await editor.send('POST', '/items/one/publish', { languages: ['es'] });
    await editor.send('PATCH', '/items/one/es', { slug: 'torax' });
    await editor.send('POST', '/items/one/publish', { languages: ['es'] });
    const { body } = await editor.send('POST', '/items', { ...study, id: 'two' });
    expect(body.languages.es.slug).toBe('radiografia-de-torax-2');
    await editor.send('PATCH', '/items/two/es', { slug: 'radiografia-de-torax' });
    const strict = await editor.send('POST', '/items/two/publish', { languages: ['es'], strict: true });
    expect(strict.body.errors).toContainEqual(
      expect.objectContaining({
        code: 'slug-former',
        severity: 'warning',
        pointer: '/languages/es/slug',
        target: 'one',
      }),
    );
    expect((await editor.send('POST', '/items/two/publish', { languages: ['es'] })).status).toBe(200);
  });

  test('stands at the order that it says among those of its type, or last', async () => {
    const { editor } = await createSite();
    const create = (title: string, fields: object) =>
      editor.send('POST', '/items', { type: 'faqs', sourceLanguage: 'es', fields, languages: { es: { title } } });
    const orders = [];
    for (const fields of [{ order: 7 }, {}, { order: 2.5 }, { order: null }]) {
      orders.push((await create('Una pregunta', fields)).body.fields);
    }
    expect(orders).toEqual([{ order: 7 }, { order: 8 }, { order: 2.5 }, { order: 9 }]);
    expect((await create('Otra', { order: 'x' })).body.errors).toMatchObject([{ pointer: '/fields/order' }]);
  });

  test.each([
    [{ type: 'nothing' }, '/type', 'unknown-type'],
    [{ sourceLanguage: 'fr' }, '/sourceLanguage', 'invalid'],
    [{ sourceLanguage: 'en', languages: { es: study.languages.es } }, '/languages/en', 'missing'],
    [{ color: 'red' }, '/color', 'unknown-member'],
    [{ languages: undefined }, '/languages', 'missing'],
    [{ languages: { es: { title: '' } } }, '/languages/es/title', 'invalid'],
    [{ languages: { es: { title: 'x'.repeat(201) } } }, '/languages/es/title', 'invalid'],
    [{ languages: { es: { title: 'a', slug: 'No' } } }, '/languages/es/slug', 'invalid'],
    [{ languages: { es: { title: '\ud83d' } } }, '/languages/es/title', 'invalid'],
    [{ languages: { es: { title: 'a', body: { text: 'b' } } } }, '/languages/es/body', 'invalid'],
    [{ languages: { es: { title: 'a', body: { markdown: '# b' } } } }, '/languages/es/body/markdown', 'markdown'],
    [
      { languages: { es: { title: 'a', body: { tiptap: { type: 'doc', content: [{ type: 'x' }] } } } } },
      '/languages/es/body/tiptap/content/0',
      'invalid',
    ],
    [{ languages: { es: { title: 'a', fields: { minutes: 3 } } } }, '/languages/es/fields/minutes', 'unknown-member'],
    [{ fields: { minutes: 0 } }, '/fields/minutes', 'invalid'],
    [{ fields: { nothing: null } }, '/fields/nothing', 'unknown-member'],
    [{ tags: ['No'] }, '/tags/0', 'invalid'],
    [{ author: 'Ana\u0000' }, '/author', 'invalid'],
    [{ cover: { media: 'a'.repeat(32), alt: { es: 'a\nb' } } }, '/cover/alt/es', 'invalid'],
    [{ languages: { es: { title: 'a\u0007' } } }, '/languages/es/title', 'invalid'],
    [{ tags: ['torax', 'unheard-of'] }, '/tags/1', 'unknown-tag'],
    [{ id: 'No' }, '/id', 'invalid'],
  ])('%j is told at its place, and nothing comes to be', async (change, pointer, code) => {
    const { editor, store } = await createSite();
    const { status, body } = await editor.send('POST', '/items', { ...study, ...change });
    expect([status, body.code]).toEqual([422, 'invalid']);
    expect(body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
    expect(await store.runQuery({ collection: 'items' })).toEqual([]);
  });

  test('a table of 400 rows is taken, and words of more than 200 kB are refused with their size', async () => {
    const { editor } = await createSite();
    const send = (markdown: string) =>
      editor.send('POST', '/items', { ...study, languages: { es: { title: 'a', body: { markdown } } } });
    const cells = Array.from({ length: 10 }, (_, column) => `c${column}`).join(' | ');
    const rows = Array.from({ length: 400 }, () => `| ${cells} |\n`).join('');
    expect((await send(`| ${cells} |\n${'| - '.repeat(10)}|\n${rows}`)).status).toBe(201);
    const { status, body } = await send('palabra '.repeat(25_001));
    expect([status, body.errors[0]]).toEqual([
      422,
      {
        pointer: '/languages/es/body/markdown',
        code: 'invalid',
        detail: 'the text is longer than 200 kB: its words take 200.1 kB',
      },
    ]);
  });
});

describe('reading an item', () => {
  test('gives its texts in the form that is asked for', async () => {
    const { editor } = await createSite();
    await editor.send('POST', '/items', { ...study, id: 'one' });
    const body = async (form: string) => (await editor.get(`/items/one?body=${form}`)).body.languages.es.body;
    expect(await body('markdown')).toEqual({ markdown: '## Antes\n\nVenga en **ayuno**.\n' });
    expect((await body('html')).html).toMatch(
      /^<h2 data-id="\w+">Antes<\/h2>\n<p data-id="\w+">Venga en <strong>ayuno<\/strong>\.<\/p>$/,
    );
    expect((await body('tiptap')).tiptap.content).toHaveLength(2);
    const wrong = await editor.get('/items/one?body=docx');
    expect([wrong.status, wrong.body.errors[0].parameter]).toEqual([400, 'body']);
  });

  test.each(['/items/nothing', '/items/NO', '/items/%2e%2e', '/items/nothing/health', '/items/nothing/revisions'])(
    'there is nothing at %s',
    async (path) => {
      const { editor } = await createSite();
      const { status, body } = await editor.get(path);
      expect([status, body.code]).toEqual([404, 'not-found']);
    },
  );
});

describe('what languages share', () => {
  test('is changed member by member', async () => {
    const { editor } = await createSite();
    await editor.send('POST', '/items', { ...study, id: 'one' });
    const cover = { media: 'a'.repeat(32), alt: { es: 'Una placa' } };
    const { body } = await editor.send('PATCH', '/items/one', { tags: ['a', 'b'], cover });
    expect(body).toMatchObject({ tags: ['a', 'b'], cover, fields: { minutes: 10 } });
    const without = await editor.send('PATCH', '/items/one', { cover: null, fields: { minutes: null } });
    expect(without.body).toMatchObject({ tags: ['a', 'b'], fields: {} });
    expect(without.body.cover).toBeUndefined();
  });

  test('has a byline, which an empty text takes away', async () => {
    const { editor } = await createSite();
    const made = await editor.send('POST', '/items', { ...study, id: 'one', author: 'Dra. Ana Robles' });
    expect(made.body.author).toBe('Dra. Ana Robles');
    expect((await editor.send('PATCH', '/items/one', { author: 'Equipo médico' })).body.author).toBe('Equipo médico');
    expect((await editor.send('PATCH', '/items/one', { tags: [] })).body.author).toBe('Equipo médico');
    expect((await editor.send('PATCH', '/items/one', { author: '' })).body).not.toHaveProperty('author');
    const long = await editor.send('PATCH', '/items/one', { author: 'x'.repeat(121) });
    expect([long.status, long.body.errors[0].pointer]).toEqual([422, '/author']);
  });
});

describe('what the cover shows', () => {
  const media = 'a'.repeat(32);
  const alt = { es: 'Una placa', en: 'A film' };

  test('is written with the cover, and read in each language', async () => {
    const { editor } = await createSite();
    const made = await editor.send('POST', '/items', { ...study, id: 'one', cover: { media, alt } });
    expect(made.body).toMatchObject({
      cover: { media, alt },
      languages: {
        es: { coverAlt: alt.es },
        en: { coverAlt: alt.en, translation: { current: 4, stale: 0, missing: 0 } },
      },
    });
    const replaced = await editor.send('PATCH', '/items/one', { cover: { media, alt: { es: 'Otra placa' } } });
    expect(replaced.body).toMatchObject({
      cover: { media, alt: { es: 'Otra placa', en: alt.en } },
      languages: { en: { translation: { stale: 1 } } },
    });
    expect((await editor.send('PATCH', '/items/one', { cover: { media, alt: { en: '' } } })).body).toMatchObject({
      cover: { alt: { es: 'Otra placa' } },
      languages: { en: { translation: { missing: 1 } } },
    });
  });

  test('begins a language that has nothing else', async () => {
    const { editor } = await createSite();
    const languages = { es: study.languages.es };
    const made = await editor.send('POST', '/items', { ...study, id: 'one', languages, cover: { media, alt } });
    expect(made.body.languages.en).toMatchObject({ state: 'draft', title: '', coverAlt: alt.en });
  });

  test('is what the public reads, and what it lacks is told at its place', async () => {
    const { editor, site } = await createSite();
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"></svg>';
    const kept = await editor.send('POST', '/media', drawing, { 'content-type': 'image/svg+xml' });
    const cover = { media: kept.body.id, alt: { es: alt.es } };
    await editor.send('POST', '/items', { ...study, id: 'one', author: 'Ana', cover });
    const asked = await editor.send('POST', '/items/one/publish', { languages: ['en'], strict: true });
    expect(asked.body.errors).toContainEqual(
      expect.objectContaining({ code: 'cover-without-alt', pointer: '/languages/en/coverAlt' }),
    );
    await editor.send('PATCH', '/items/one/en', { coverAlt: alt.en });
    await editor.send('POST', '/items/one/publish', { languages: ['es', 'en'] });
    for (const language of ['es', 'en'] as const) {
      const [publication] = await site.content.all(language, 'notice');
      expect(publication).toMatchObject({ author: 'Ana', cover: { media: kept.body.id, alt: alt[language] } });
    }
  });
});

describe('a tag that the site does not have', () => {
  test('is refused, and nothing of the request is kept', async () => {
    const { editor } = await createSite();
    await editor.send('POST', '/items', { ...study, id: 'one' });
    const tags = ['torax', 'unheard-of'];
    expect((await editor.get('/content-types')).body.tags).toMatchObject({ torax: { es: 'torax' } });
    const { status, body } = await editor.send('PATCH', '/items/one', { tags, fields: { minutes: 5 } });
    expect([status, body.code, body.errors]).toMatchObject([
      422,
      'invalid',
      [{ pointer: '/tags/1', code: 'unknown-tag' }],
    ]);
    expect((await editor.get('/items/one')).body).toMatchObject({ tags: ['torax'], fields: { minutes: 10 } });
  });

  test('stays where the item has it from before', async () => {
    const { editor, site } = await createSite();
    await site.putItem('old', 'notice', { es: testLanguage('viejo') }, { tags: ['former'] });
    const kept = await editor.send('PATCH', '/items/old', { tags: ['former', 'a'] });
    expect([kept.status, kept.body.tags]).toEqual([200, ['former', 'a']]);
    expect((await editor.send('PATCH', '/items/old', { tags: [] })).body.tags).toEqual([]);
    expect((await editor.send('PATCH', '/items/old', { tags: ['former'] })).status).toBe(422);
  });
});

describe('deleting an item', () => {
  test('puts it into the trash, out of which it can be taken again', async () => {
    const { editor } = await createSite();
    await editor.send('POST', '/items', { ...study, id: 'one' });
    await editor.send('POST', '/items/one/publish', { languages: ['es'] });
    expect((await editor.send('DELETE', '/items/one')).status).toBe(204);
    expect((await editor.get('/items/one')).status).toBe(404);
    expect((await editor.get('/items')).body.items).toEqual([]);
    expect((await editor.get('/items?place=trash')).body.items).toMatchObject([{ id: 'one', place: 'trash' }]);
    for (const [method, path, body] of [
      ['PATCH', '/items/one', { tags: [] }],
      ['PATCH', '/items/one/es', { title: 'x' }],
      ['POST', '/items/one/publish', { languages: ['es'] }],
      ['DELETE', '/items/one', undefined],
    ] as const) {
      expect((await editor.send(method, path, body)).status).toBe(404);
    }
    const restored = await editor.send('POST', '/items/one/restore', {});
    expect(restored.body.languages.es).toMatchObject({ state: 'draft', title: 'Radiografía de tórax' });
    expect(restored.body.trashedAt).toBeUndefined();
  });
});
