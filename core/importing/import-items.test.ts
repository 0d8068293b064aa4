import { describe, expect, test } from 'vitest';
import { testConfig } from '../../test/helpers/content/create-content-site.ts';
import { createImport, itemValue } from '../../test/helpers/importing/create-import.ts';
import { exportItems } from '../exporting/export-items.ts';

describe('importItems', () => {
  test('links the blocks of a translation that name their source block, and refuses unknown ones', async () => {
    const site = createImport();
    const block = (text: string, attrs: object) => ({ type: 'paragraph', attrs, content: [{ type: 'text', text }] });
    const text = (title: string, ...content: object[]) => ({ title, body: { tiptap: { type: 'doc', content } } });
    const es = text('Uno', block('uno', { id: 'a' }), block('dos', { id: 'b' }));
    const en = text('One', block('two', { id: 'x', translates: 'b' }), block('note', { id: 'y', translates: null }));
    expect(await site.bring([itemValue('a', { languages: { en, es } })])).toMatchObject({ imported: 1, problems: [] });
    const { languages } = (await site.getItem('a')).data;
    expect(languages.en?.links).toMatchObject({ 'block:x': { source: 'block:b' } });
    expect(languages.en?.links).not.toHaveProperty('block:y');
    expect(JSON.stringify(languages.en?.body)).not.toContain('translates');
    const wrong = text('One', block('two', { translates: 'c' }));
    expect((await site.bring([itemValue('b', { languages: { es, en: wrong } })])).problems).toEqual([
      'items.jsonl:1: languages.en.body.tiptap.content[0].attrs.translates: the source has no block with this id',
    ]);
  });

  test('creates an item, publishes its languages, and makes slugs of its titles', async () => {
    const site = createImport();
    const publishedAt = '2025-11-24T09:00:00-06:00';
    const report = await site.bring([itemValue('a', { publishedAt, tags: ['x'], fields: { minutes: 5 } })]);
    expect(report).toEqual({ imported: 1, unchanged: 0, refused: 0, problems: [], drafts: [], notes: [], gone: [] });
    expect(await site.content.resolve('es', 'notice', 'titulo-a')).toMatchObject({
      kind: 'item',
      publication: { itemId: 'a', fields: { minutes: 5 }, firstPublishedAt: Date.parse(publishedAt) },
      alternates: { es: 'titulo-a', en: 'title-a' },
    });
  });

  test('brings pages to the places that their files name, whatever comes first, and exports them so', async () => {
    const site = createImport();
    const page = (id: string, rest: object = {}) => itemValue(id, { type: 'pages', ...rest });
    const values = [
      page('c', { parent: 'b', position: 1 }),
      page('b', { parent: 'a', position: 2 }),
      page('first', { parent: 'a', position: 1 }),
      page('a'),
      page('lost', { parent: 'nobody' }),
    ];
    expect(await site.bring(values)).toMatchObject({
      imported: 5,
      notes: ['items.jsonl:5: parent: the page cannot stand below "nobody" (not-a-page): it is left out'],
    });
    const [card] = await site.content.cards('en', ['c']);
    expect(card?.above?.map(({ slug }) => slug)).toEqual(['title-a', 'title-b']);
    expect((await site.content.below('es', 'a')).map(({ itemId }) => itemId)).toEqual(['first', 'b']);
    expect(await site.bring(values)).toMatchObject({ imported: 0, unchanged: 5 });
    const written = new Map<string, object>();
    const target = {
      writeItem: async (_: string, id: string, value: object) => void written.set(id, value),
      writeFile: async () => {},
      writeDescription: async () => {},
      writeSettings: async () => {},
    };
    await exportItems(site, target);
    expect(written.get('b')).toMatchObject({ parent: 'a', position: 2 });
    expect(written.get('lost')).not.toHaveProperty('parent');
  });

  test('exports a page of sections with the file that one of them names, and reads the same again', async () => {
    const site = createImport();
    await site.bring([itemValue('cover', { cover: { file: 'a.svg', alt: { es: 'x', en: 'x' } } })]);
    const picture = (await site.getItem('cover')).data.cover?.media ?? '';
    const text = (...lines: string[]) => ({ title: 'Título', body: { markdown: lines.join('\n\n') } });
    const es = text(
      `::hero{heading="Hola" picture="${picture}" firstLabel="Ir" firstLink="listing:notice"}`,
      '::chosen{items="item:cover"}',
    );
    expect(await site.bring([itemValue('tour', { type: 'pages', languages: { es } })])).toMatchObject({
      imported: 1,
      problems: [],
    });
    expect((await site.getItem('tour')).data.media).toEqual([picture]);
    const written = new Map<string, object>();
    const described: string[] = [];
    await exportItems(site, {
      writeItem: async (_, id, value) => void written.set(id, value),
      writeFile: async () => {},
      writeDescription: async (id) => void described.push(id),
      writeSettings: async () => {},
    });
    expect(described).toEqual([picture]);
    expect(await site.bring([{ ...written.get('tour'), id: 'tour' }])).toMatchObject({ unchanged: 1, problems: [] });
  });

  test('does not change an item that is the same, nor the ids of its blocks', async () => {
    const site = createImport();
    await site.bring([itemValue('a')]);
    const before = await site.getItem('a');
    site.clock.time += 1000;
    expect(await site.bring([itemValue('a')])).toMatchObject({ imported: 0, unchanged: 1 });
    expect(await site.getItem('a')).toEqual(before);
  });

  test('replaces what has changed, and keeps the time of its first publication and the ids of the blocks', async () => {
    const site = createImport();
    await site.bring([itemValue('a')]);
    const before = (await site.getItem('a')).data.languages.es;
    site.clock.time += 1000;
    const es = { title: 'Otro', slug: 'otro', body: { markdown: 'nuevo\n\ndos' } };
    expect(await site.bring([itemValue('a', { languages: { es } })])).toMatchObject({ imported: 1 });
    const { data } = await site.getItem('a');
    expect(data.languages.es).toMatchObject({ revision: 2, firstPublishedAt: before?.firstPublishedAt });
    expect(data.languages.es?.body.content[1]).toEqual(before?.body.content[1]);
    expect(data.languages.es?.body.content[0]?.attrs?.id).toBe(before?.body.content[0]?.attrs?.id);
    expect(data.languages.en).toMatchObject({ revision: 1, state: 'published' });
    expect(await site.content.resolve('es', 'notice', 'titulo-a')).toEqual({ kind: 'moved', slug: 'otro' });
  });

  test('counts a translation as made from the source that comes with it, until the source changes', async () => {
    const site = createImport();
    const both = (first: string) => ({
      es: { title: 'Título a', body: { markdown: `${first}\n\ndos` } },
      en: { title: 'Title a', body: { markdown: 'one\n\ntwo' } },
    });
    await site.bring([itemValue('a', { languages: both('uno') })]);
    const states = async () => (await site.getItem('a')).data.languages.en?.translation;
    expect(await states()).toEqual({ missing: 0, stale: 0, current: 3, extra: 0, moved: 0 });
    await site.bring([itemValue('a', { languages: both('otra cosa') })]);
    expect(await states()).toMatchObject({ stale: 1, current: 2 });
    expect((await site.getItem('a')).data.languages.es).not.toHaveProperty('translation');
  });

  test('reports every problem with its line and field, and imports the other items', async () => {
    const site = createImport();
    const report = await site.bring([
      itemValue('good'),
      itemValue('bad', {
        colour: 'red',
        tags: ['Not A Tag'],
        fields: { minutes: 'five', steps: [] },
        languages: { es: { title: '', fields: { steps: ['a', 7] } }, fr: { title: 'x' } },
      }),
      itemValue('worse', {
        languages: { es: { title: 'x'.repeat(201), slug: 'Not a slug', summary: 'x'.repeat(501) } },
      }),
      itemValue('worst', { fields: { other: 1 } }),
      itemValue('good', {}),
      itemValue('text', {
        fields: { minutes: 0 },
        languages: { es: { title: 'x', body: { markdown: 'ok\n\n# bad' } } },
      }),
      itemValue('nodes', {
        languages: { es: { title: 'x', body: { tiptap: { type: 'doc', content: [{ type: 'no' }] } } } },
      }),
      itemValue('late', { publishedAt: '2999-01-01' }),
      itemValue('half', { languages: { es: { title: 'half \ud83d' } } }),
      itemValue('typeless', { type: 'nothing' }),
      itemValue('sourceless', { sourceLanguage: 'fr' }),
      'not even an item',
      itemValue('last'),
    ]);
    expect(report).toMatchObject({ imported: 2, unchanged: 0, refused: 11 });
    expect(report.problems).toEqual([
      'items.jsonl:2: colour: there is no such member',
      'items.jsonl:2: tags[0]: a tag is lowercase letters, digits and hyphens',
      'items.jsonl:2: languages.es.title: may not be empty',
      'items.jsonl:2: languages.es.slug: a slug may not be empty',
      'items.jsonl:2: languages.fr: the site has no language "fr"',
      'items.jsonl:2: fields.minutes: must be a number',
      'items.jsonl:2: fields.steps: belongs to the fields of each language',
      'items.jsonl:2: languages.es.fields.steps[1]: must be a text',
      'items.jsonl:3: languages.es.title: must have at most 200 characters',
      'items.jsonl:3: languages.es.slug: "Not a slug" is not a slug: lowercase letters a–z and digits, joined by single hyphens',
      'items.jsonl:3: languages.es.summary: must have at most 500 characters',
      'items.jsonl:4: fields.other: there is no such member',
      'items.jsonl:5: id: "good" is also the id of the item at items.jsonl:1',
      expect.stringMatching(/^items\.jsonl:6: languages\.es\.body\.markdown: a text has no heading of the first level/),
      'items.jsonl:6: fields.minutes: must be at least 1',
      'items.jsonl:7: languages.es.body.tiptap.content[0]: there is no node "no"',
      'items.jsonl:8: publishedAt: lies in the future',
      'items.jsonl:9: languages.es.title: has half of a character (an unpaired surrogate)',
      'items.jsonl:10: type: the site has no content type "nothing"',
      'items.jsonl:11: sourceLanguage: the item has no text in its source language "fr"',
      'items.jsonl:12: must be an object',
    ]);
  });

  test('does not let an item take the address of another, or become one of another type', async () => {
    const site = createImport();
    const es = (slug: string) => ({ languages: { es: { title: 'x', slug } } });
    await site.bring([itemValue('a', es('same'))]);
    expect(
      (await site.bring([itemValue('b', es('same')), itemValue('a', { ...es('same'), type: 'listing' })])).problems,
    ).toEqual([
      'items.jsonl:1: languages.es.slug: another item stands at this address: "x" (/admin/items/notice/a)',
      'items.jsonl:2: type: the item is one of the type "notice" already, and cannot become another',
    ]);
  });

  test('lets an item take an address that another leaves in the same import, in any order', async () => {
    const site = createImport();
    const es = (slug: string) => ({ languages: { es: { title: 'x', slug } } });
    await site.bring([itemValue('a', es('one')), itemValue('b', es('two')), itemValue('c', es('three'))]);
    const again = [itemValue('a', es('two')), itemValue('b', es('three')), itemValue('c', es('four'))];
    expect(await site.bring(again)).toMatchObject({ imported: 3, problems: [] });
    expect(await site.content.resolve('es', 'notice', 'two')).toMatchObject({ publication: { itemId: 'a' } });
  });

  test('refuses pages whose slug is a path of the site', async () => {
    const site = createImport();
    const page = (id: string, slug: string) => ({
      id,
      type: 'pages',
      sourceLanguage: 'es',
      languages: { es: { title: 'x', slug } },
    });
    const report = await site.bring([
      page('about', 'acerca'),
      page('about-us', 'about'),
      page('x', 'admin'),
      page('y', 'notice-es'),
      page('z', 'es'),
      page('prices', 'precios'),
    ]);
    expect(report.imported).toBe(1);
    expect(report.problems).toEqual([
      'items.jsonl:1: languages.es.slug: the page "about" keeps "about" as its slug',
      'items.jsonl:2: languages.es.slug: the path "/about" is taken by the site itself',
      'items.jsonl:3: languages.es.slug: the path "/admin" is taken by the site itself',
      'items.jsonl:4: languages.es.slug: the path "/notice-es" is taken by the site itself',
      'items.jsonl:5: languages.es.slug: the path "/es" is taken by the site itself',
    ]);
  });

  test('the path of a page that is written as code, and blocks that the site does not have', async () => {
    const labels = { es: 'x', en: 'x' };
    const site = createImport({
      ...testConfig,
      pages: { visit: labels },
      blocks: [{ key: 'video', labels, icon: 'lucide:video', fields: [{ key: 'url', kind: 'url', labels }] }],
    });
    const body = { tiptap: { type: 'doc', content: [{ type: 'siteBlock', attrs: { kind: 'map' } }] } };
    const wrong = {
      tiptap: { type: 'doc', content: [{ type: 'siteBlock', attrs: { kind: 'video', values: { url: 'x' } } }] },
    };
    const page = (slug: string, rest: object) => ({
      type: 'pages',
      sourceLanguage: 'es',
      languages: { es: { title: 'x', slug, ...rest } },
    });
    const report = await site.bring([page('visit', {}), page('a', { body }), page('b', { body: wrong })]);
    expect(report.problems).toEqual([
      'items.jsonl:1: languages.es.slug: the path "/visit" is taken by the site itself',
      'items.jsonl:2: languages.es.body.tiptap.content[0].attrs: the site has no block "map"',
      'items.jsonl:3: languages.es.body.tiptap.content[0].attrs: url must be an address that begins with https://',
    ]);
  });
});
