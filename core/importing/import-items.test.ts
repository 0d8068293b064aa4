import { describe, expect, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { acceptPictures } from '../../test/helpers/accept-pictures.ts';
import { createContentSite, testActor, testConfig } from '../../test/helpers/create-content-site.ts';
import { person } from '../../test/helpers/create-item-site.ts';
import { publicationCards } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import { listingProblems } from '../doctor/check-content.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import { unpublishItems } from '../items/publish-items.ts';
import { type ImportProgress, importItems } from './import-items.ts';
import type { SourcedItem, UnreadableItem } from './sourced-item.ts';

const DRAWING = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><path d="M0 0"/></svg>',
);

/** A site and an importer. Each item is one line of `items.jsonl`. */
function createImport() {
  const site = createContentSite();
  site.clock.time = Date.parse('2026-11-21T12:00:00Z');
  const files = createMemoryFileStore();
  const bring = (values: unknown[], onProgress?: (progress: ImportProgress) => void) =>
    importItems(
      {
        ...site,
        files,
        // One block per line; a line "bad" is an unsupported node.
        parseMarkdown(markdown) {
          const lines = markdown.split('\n');
          const bad = lines.indexOf('bad');
          if (bad >= 0) return { ok: false, problems: [{ line: bad + 1, message: 'is bad' }] };
          const content = lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }));
          return { ok: true, richText: { type: 'doc', content } };
        },
        pictures: acceptPictures,
      },
      sources(values),
      onProgress,
    );
  return { ...site, files, bring };
}

async function* sources(values: unknown[]): AsyncGenerator<SourcedItem | UnreadableItem> {
  for (const [index, value] of values.entries()) {
    yield {
      value,
      file: 'items.jsonl',
      lineOf: () => index + 1,
      readFile: async (name) => (name === 'a.svg' ? { key: name, bytes: DRAWING } : undefined),
    };
  }
}

const value = (id: string, rest: object = {}) => ({
  id,
  type: 'notice',
  sourceLanguage: 'es',
  languages: { es: { title: `Título ${id}`, body: { markdown: 'uno\ndos' } }, en: { title: `Title ${id}` } },
  ...rest,
});

describe('importItems', () => {
  test('links the blocks of a translation as they say, and refuses what they cannot', async () => {
    const site = createImport();
    const block = (text: string, attrs: object) => ({ type: 'paragraph', attrs, content: [{ type: 'text', text }] });
    const text = (title: string, ...content: object[]) => ({ title, body: { tiptap: { type: 'doc', content } } });
    const es = text('Uno', block('uno', { id: 'a' }), block('dos', { id: 'b' }));
    const en = text('One', block('two', { id: 'x', translates: 'b' }), block('note', { id: 'y', translates: null }));
    expect(await site.bring([value('a', { languages: { en, es } })])).toMatchObject({ imported: 1, problems: [] });
    const { languages } = (await site.getItem('a')).data;
    expect(languages.en?.links).toMatchObject({ 'block:x': { source: 'block:b' } });
    expect(languages.en?.links).not.toHaveProperty('block:y');
    expect(JSON.stringify(languages.en?.body)).not.toContain('translates');
    const wrong = text('One', block('two', { translates: 'c' }));
    expect((await site.bring([value('b', { languages: { es, en: wrong } })])).problems).toEqual([
      'items.jsonl:1: languages.en.body.tiptap.content[0].attrs.translates: the source has no block with this id',
    ]);
  });

  test('creates an item, publishes its languages, and makes slugs of its titles', async () => {
    const site = createImport();
    const publishedAt = '2025-11-24T09:00:00-06:00';
    const report = await site.bring([value('a', { publishedAt, tags: ['x'], fields: { minutes: 5 } })]);
    expect(report).toEqual({ imported: 1, unchanged: 0, refused: 0, problems: [] });
    expect(await site.content.resolve('es', 'notice', 'titulo-a')).toMatchObject({
      kind: 'item',
      publication: { itemId: 'a', fields: { minutes: 5 }, firstPublishedAt: Date.parse(publishedAt) },
      alternates: { es: 'titulo-a', en: 'title-a' },
    });
  });

  test('leaves alone what is there already, down to the ids of the blocks', async () => {
    const site = createImport();
    await site.bring([value('a')]);
    const before = await site.getItem('a');
    site.clock.time += 1000;
    expect(await site.bring([value('a')])).toMatchObject({ imported: 0, unchanged: 1 });
    expect(await site.getItem('a')).toEqual(before);
  });

  test('replaces what has changed, keeps the day of its first publication and the ids of the blocks', async () => {
    const site = createImport();
    await site.bring([value('a')]);
    const before = (await site.getItem('a')).data.languages.es;
    site.clock.time += 1000;
    const es = { title: 'Otro', slug: 'otro', body: { markdown: 'nuevo\ndos' } };
    expect(await site.bring([value('a', { languages: { es } })])).toMatchObject({ imported: 1 });
    const { data } = await site.getItem('a');
    expect(data.languages.es).toMatchObject({ revision: 2, firstPublishedAt: before?.firstPublishedAt });
    expect(data.languages.es?.body.content[1]).toEqual(before?.body.content[1]);
    expect(data.languages.es?.body.content[0]?.attrs?.id).toBe(before?.body.content[0]?.attrs?.id);
    expect(data.languages.en).toMatchObject({ revision: 1, state: 'published' });
    expect(await site.content.resolve('es', 'notice', 'titulo-a')).toEqual({ kind: 'moved', slug: 'otro' });
  });

  test('takes a translation for one of the source that comes with it, until the source says something else', async () => {
    const site = createImport();
    const both = (first: string) => ({
      es: { title: 'Título a', body: { markdown: `${first}\ndos` } },
      en: { title: 'Title a', body: { markdown: 'one\ntwo' } },
    });
    await site.bring([value('a', { languages: both('uno') })]);
    const states = async () => (await site.getItem('a')).data.languages.en?.translation;
    expect(await states()).toEqual({ missing: 0, stale: 0, current: 3, extra: 0, moved: 0 });
    await site.bring([value('a', { languages: both('otra cosa') })]);
    expect(await states()).toMatchObject({ stale: 1, current: 2 });
    expect((await site.getItem('a')).data.languages.es).not.toHaveProperty('translation');
  });

  test('reports every problem with its line and field, and brings in the other items', async () => {
    const site = createImport();
    const report = await site.bring([
      value('good'),
      value('bad', {
        colour: 'red',
        tags: ['Not A Tag'],
        fields: { minutes: 'five', steps: [] },
        languages: { es: { title: '', fields: { steps: ['a', 7] } }, fr: { title: 'x' } },
      }),
      value('worse', {
        languages: { es: { title: 'x'.repeat(201), slug: 'Not a slug', summary: 'x'.repeat(501) } },
      }),
      value('worst', { fields: { other: 1 } }),
      value('good', {}),
      value('text', { fields: { minutes: 0 }, languages: { es: { title: 'x', body: { markdown: 'ok\nbad' } } } }),
      value('nodes', {
        languages: { es: { title: 'x', body: { tiptap: { type: 'doc', content: [{ type: 'no' }] } } } },
      }),
      value('late', { publishedAt: '2999-01-01' }),
      value('half', { languages: { es: { title: 'half \ud83d' } } }),
      value('typeless', { type: 'nothing' }),
      value('sourceless', { sourceLanguage: 'fr' }),
      'not even an item',
      value('last'),
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
      'items.jsonl:6: languages.es.body.markdown: is bad',
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
    await site.bring([value('a', es('same'))]);
    expect(
      (await site.bring([value('b', es('same')), value('a', { ...es('same'), type: 'listing' })])).problems,
    ).toEqual([
      'items.jsonl:1: languages.es.slug: "same" is already the address of the item "a"',
      'items.jsonl:2: type: the item is one of the type "notice" already, and cannot become another',
    ]);
  });

  test('lets an item take an address that another leaves in the same import, in whatever order they stand', async () => {
    const site = createImport();
    const es = (slug: string) => ({ languages: { es: { title: 'x', slug } } });
    await site.bring([value('a', es('one')), value('b', es('two')), value('c', es('three'))]);
    const again = [value('a', es('two')), value('b', es('three')), value('c', es('four'))];
    expect(await site.bring(again)).toMatchObject({ imported: 3, problems: [] });
    expect(await site.content.resolve('es', 'notice', 'two')).toMatchObject({ publication: { itemId: 'a' } });
  });

  test('keeps pages apart from the paths of the site', async () => {
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

  test('brings in covers once, and says which are missing', async () => {
    const site = createImport();
    const cover = (file: string) => ({ cover: { file, alt: { es: 'Dibujo' } } });
    const report = await site.bring([
      value('a', cover('a.svg')),
      value('b', cover('a.svg')),
      value('c', cover('c.svg')),
    ]);
    expect(report.imported).toBe(2);
    expect(report.problems).toEqual(['items.jsonl:3: cover.file: there is no file "c.svg"']);
    const found = await site.content.resolve('es', 'notice', 'titulo-a');
    if (found.kind !== 'item') throw new Error(found.kind);
    expect(found.publication.cover).toMatchObject({ width: 30, height: 20, alt: 'Dibujo' });
    expect((await site.getItem('a')).data.languages.es?.coverAlt).toBe('Dibujo');
    expect(await site.files.read(`media/${found.publication.cover?.media}/original.svg`)).toEqual(DRAWING);
  });

  test('brings in what a cover shows with the language that says it, also where that has no text yet', async () => {
    const site = createImport();
    const item = (alt: object) => ({
      ...value('a', { cover: { file: 'a.svg', alt } }),
      languages: { es: { title: 'Uno' } },
    });
    expect(await site.bring([item({ es: 'Dibujo', en: 'A drawing' })])).toMatchObject({ imported: 1, problems: [] });
    const { languages } = (await site.getItem('a')).data;
    expect(languages).toMatchObject({
      es: { coverAlt: 'Dibujo', state: 'published' },
      en: { coverAlt: 'A drawing', state: 'draft', title: '', translation: { current: 1, missing: 1 } },
    });
    expect(await site.bring([item({ es: 'Dibujo', en: 'A drawing' })])).toMatchObject({ imported: 0, unchanged: 1 });
    const own = { ...item({ es: 'Dibujo' }), languages: { es: { title: 'Uno', coverAlt: 'Otro dibujo' } } };
    await site.bring([own]);
    expect((await site.getItem('a')).data.languages.es?.coverAlt).toBe('Otro dibujo');
    await site.bring([item({})]);
    expect((await site.getItem('a')).data.languages.es).not.toHaveProperty('coverAlt');
    expect((await site.bring([item({ fr: 'Un dessin' })])).problems).toEqual([
      'items.jsonl:1: cover.alt.fr: the site has no language "fr"',
    ]);
  });

  test('brings in many items in few commits, and shows how far it is', async () => {
    const site = createImport();
    let commits = 0;
    const { commit } = site.store;
    site.store.commit = (writes) => {
      commits++;
      return commit(writes);
    };
    const seen: number[] = [];
    const report = await site.bring(
      Array.from({ length: 300 }, (_, index) => value(`item-${index}`)),
      ({ imported }) => seen.push(imported),
    );
    expect(report.imported).toBe(300);
    expect(commits).toBeLessThan(10);
    expect(seen.length).toBeGreaterThan(3);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect((await site.content.list('en', 'notice', { page: 1, pageSize: 1 })).total).toBe(300);
  });

  test('tries again when somebody else writes at the same moment', async () => {
    const site = createImport();
    const { commit } = site.store;
    let first = true;
    site.store.commit = async (writes) => {
      if (!first) return commit(writes);
      first = false;
      throw new PreconditionFailed('items/a', 'the document exists already');
    };
    expect(await site.bring([value('a')])).toMatchObject({ imported: 1, problems: [] });
    expect((await site.getItem('a')).data satisfies Item).toMatchObject({ id: 'a' });
  });

  test('is on record once for each commit, however many items it brings in, and by name for one', async () => {
    const site = createImport();
    await site.bring(Array.from({ length: 44 }, (_, index) => value(`item-${index}`)));
    expect(await site.audited()).toEqual([
      {
        action: 'item.imported',
        at: site.clock.time,
        actor: testActor,
        details: { count: 44, languages: ['es', 'en'] },
      },
    ]);
    site.clock.time += 1;
    await site.bring([value('item-0'), value('item-1', { tags: ['x'] })]);
    await site.bring([value('item-0'), value('item-1', { tags: ['x'] })]);
    const [, second, ...rest] = await site.audited();
    expect(second).toMatchObject({
      action: 'item.imported',
      object: { kind: 'item', id: 'item-1', name: 'Título item-1' },
    });
    expect(rest).toEqual([]);
  });

  test('an item that is the same brings no card back while somebody takes it off the site', async () => {
    const site = createImport();
    await site.bring([value('a')]);
    const eva = person('editor', 'eva');
    const { batchGet } = site.store;
    let unpublished = 0;
    site.store.batchGet = async (paths) => {
      // The item has been read, and its publication cards are read next.
      if (unpublished === 0 && paths.includes(publicationCards.at('es', 'a').path)) {
        unpublished++;
        const target = [{ id: 'a', languages: ['es', 'en'] }];
        expect(await unpublishItems({ store: site.store, config: testConfig }, eva, target)).toMatchObject({
          ok: true,
        });
      }
      return batchGet(paths);
    };
    expect(await site.bring([value('a')])).toMatchObject({ imported: 1, problems: [] });
    expect(unpublished).toBe(1);
    const problems: string[] = [];
    for await (const line of listingProblems(site.store)) problems.push(line);
    expect(problems).toEqual([]);
    expect(await site.content.resolve('es', 'notice', 'titulo-a')).toMatchObject({ kind: 'item' });
  });
});
