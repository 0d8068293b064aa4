import { describe, expect, test } from 'vitest';
import { createImport, itemValue } from '../../test/helpers/importing/create-import.ts';
import { importedAddresses, importedItems } from '../content/collections.ts';
import { everyDocument } from '../documents/every-document.ts';

const block = (type: string, text: string, attrs = {}) => ({ type, attrs, content: [{ type: 'text', text }] });
const tiptap = (...content: object[]) => ({ tiptap: { type: 'doc', content } });
const heading = (level: number) => block('heading', `Nivel ${level}`, { level });
const linkTo = (id: string) => ({
  type: 'paragraph',
  content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: `item:${id}` } }] }],
});

async function filesOf(site: ReturnType<typeof createImport>) {
  const found: string[] = [];
  for await (const { data } of everyDocument(site.store, importedItems)) found.push(`${data.file}: ${data.itemId}`);
  return found;
}

describe('the checks for publishing', () => {
  test('keep a language as a draft, in their words, and publish the others', async () => {
    const site = createImport();
    const es = { title: 'Uno', body: tiptap(heading(2), heading(4)) };
    const value = itemValue('a', { languages: { es, en: { title: 'One' } } });
    const report = await site.bring([value]);
    expect(report).toMatchObject({ imported: 1, refused: 0, problems: [] });
    expect(report.drafts).toEqual([
      'items.jsonl:1: languages.es.body.tiptap.content[1]: stays a draft: the heading skips a level',
    ]);
    const { languages } = (await site.getItem('a')).data;
    expect(languages.es).toMatchObject({ state: 'draft', title: 'Uno' });
    expect(languages.en).toMatchObject({ state: 'published' });
    const before = await site.getItem('a');
    expect(await site.bring([value])).toMatchObject({ unchanged: 1, drafts: report.drafts });
    expect(await site.getItem('a')).toEqual(before);
  });

  test('are told once with their number, where a text fails the same one many times', async () => {
    const levels = Array.from({ length: 20 }, () => [heading(2), heading(4)]).flat();
    const report = await createImport().bring([
      itemValue('a', { languages: { es: { title: 'a', body: tiptap(...levels) } } }),
    ]);
    expect(report.drafts).toEqual([
      'items.jsonl:1: languages.es.body.tiptap.content[1]: stays a draft: the heading skips a level (20 times)',
    ]);
  });

  test('leave what is public as it is until the text passes', async () => {
    const site = createImport();
    await site.bring([itemValue('a', { languages: { es: { title: 'Uno' } } })]);
    const es = { title: 'Dos', slug: 'uno', body: tiptap(heading(4)) };
    expect((await site.bring([itemValue('a', { languages: { es } })])).drafts).toHaveLength(1);
    expect((await site.getItem('a')).data.languages.es).toMatchObject({ state: 'changed', title: 'Dos' });
    expect(await site.content.resolve('es', 'notice', 'uno')).toMatchObject({ publication: { title: 'Uno' } });
    await site.bring([itemValue('a', { languages: { es: { ...es, body: tiptap(heading(2)) } } })]);
    expect(await site.content.resolve('es', 'notice', 'uno')).toMatchObject({ publication: { title: 'Dos' } });
  });

  test('know the items that come later, and those that link to each other', async () => {
    const site = createImport();
    const text = (id: string, ...content: object[]) =>
      itemValue(id, { languages: { es: { title: id, body: tiptap(...content) } } });
    const report = await site.bring([text('a', linkTo('b')), text('b', linkTo('a')), text('c', linkTo('nobody'))]);
    expect(report).toMatchObject({ imported: 3, refused: 0 });
    expect(report.drafts).toEqual([
      'items.jsonl:3: languages.es.body.tiptap.content[0]: stays a draft: the link leads to an item that is not there, or lies in the trash',
    ]);
    expect(await site.content.resolve('es', 'notice', 'a')).toMatchObject({ kind: 'item' });
    expect(await site.content.resolve('es', 'notice', 'c')).toEqual({ kind: 'missing' });
  });

  test('are not asked about drafts, which may be unfinished', async () => {
    const site = createImport();
    const es = { title: '', summary: 'x'.repeat(600), state: 'draft', body: tiptap(heading(4)) };
    expect(await site.bring([itemValue('a', { languages: { es } })])).toMatchObject({ imported: 1, drafts: [] });
    expect((await site.getItem('a')).data.languages.es).toMatchObject({ state: 'draft', title: '' });
    expect(await site.bring([itemValue('b', { languages: { es: { title: '', slug: 'b' } } })])).toMatchObject({
      imported: 1,
      drafts: ['items.jsonl:1: languages.es.title: stays a draft: may not be empty'],
    });
    const wrong = itemValue('c', { languages: { es }, fields: { minutes: 'five' } });
    expect((await site.bring([wrong])).problems).toEqual([
      'items.jsonl:1: languages.es.title: may not be empty',
      'items.jsonl:1: languages.es.slug: a slug may not be empty',
      'items.jsonl:1: languages.es.summary: must have at most 500 characters',
      'items.jsonl:1: fields.minutes: must be a number',
    ]);
  });

  test('a draft in a file takes nothing off the site', async () => {
    const site = createImport();
    await site.bring([itemValue('a', { languages: { es: { title: 'Uno' } } })]);
    await site.bring([itemValue('a', { languages: { es: { title: 'Dos', slug: 'uno', state: 'draft' } } })]);
    expect((await site.getItem('a')).data.languages.es).toMatchObject({ state: 'changed', title: 'Dos' });
    expect(await site.content.resolve('es', 'notice', 'uno')).toMatchObject({ publication: { title: 'Uno' } });
  });
});

describe('old addresses', () => {
  const withOld = (id: string, ...oldAddresses: string[]) =>
    itemValue(id, { languages: { es: { title: id, oldAddresses } } });

  test('of another site lead to the page of the language, in any spelling', async () => {
    const site = createImport();
    const value = withOld('a', '/2019/05/Hola/', '/caf%C3%A9.html');
    expect(await site.bring([value])).toMatchObject({ imported: 1, problems: [] });
    expect(await site.content.followImported('/2019/05/hola')).toBe('/notice-es/a');
    expect(await site.content.followImported('/Caf%C3%A9.html')).toBe('/notice-es/a');
    expect(await site.content.followImported('/2019/05/other')).toBeUndefined();
    expect(await site.bring([value])).toMatchObject({ unchanged: 1 });
    expect(await site.bring([withOld('a', '/new')])).toMatchObject({ imported: 1 });
    expect(await site.content.followImported('/2019/05/hola')).toBe('/notice-es/a');
  });

  test('of drafts lead nowhere until they are published, and an address does not lead to itself', async () => {
    const site = createImport();
    const es = { title: 'a', state: 'draft', oldAddresses: ['/old', '/notice-es/a'] };
    await site.bring([itemValue('a', { languages: { es } })]);
    expect(await site.content.followImported('/old')).toBeUndefined();
    await site.bring([itemValue('a', { languages: { es: { ...es, state: 'published' } } })]);
    expect(await site.content.followImported('/old')).toBe('/notice-es/a');
    expect(await site.content.followImported('/notice-es/a')).toBeUndefined();
  });

  test('are left out and told if the import is lenient, and they are wrong, taken or too many', async () => {
    const site = createImport();
    const many = Array.from({ length: 45 }, (_, index) => `/old-${index}`);
    const values = [withOld('a', '/same'), withOld('b', '/Same/', 'no-slash', '/kept'), withOld('c', ...many)];
    const report = await site.bring(values, undefined, { lenient: true });
    expect(report).toMatchObject({ imported: 3, refused: 0 });
    expect(report.notes).toEqual([
      'items.jsonl:2: languages.es.oldAddresses[1]: an old address is a path that begins with a slash, such as /2019/05/hello: it is left out',
      'items.jsonl:2: languages.es.oldAddresses[0]: "/Same/" leads to the item "a" already: it is left out',
      'items.jsonl:3: has more than 40 old addresses: the last ones are left out',
    ]);
    expect(await site.content.followImported('/same')).toBe('/notice-es/a');
    expect(await site.content.followImported('/kept')).toBe('/notice-es/b');
    expect(await site.content.followImported('/old-39')).toBe('/notice-es/c');
    expect(await site.bring(values, undefined, { lenient: true })).toMatchObject({ unchanged: 3 });
  });

  test('are refused with the item if they are wrong, or lead to another one', async () => {
    const site = createImport();
    const report = await site.bring([
      withOld('a', '/same'),
      withOld('b', '/same/'),
      withOld('c', 'https://example.org/x', '/', '/?p=3'),
      withOld('d', ...Array.from({ length: 41 }, (_, index) => `/${index}`)),
      itemValue('e', {
        languages: { es: { title: 'e', oldAddresses: ['/e'] }, en: { title: 'e', oldAddresses: ['/E'] } },
      }),
    ]);
    expect(report).toMatchObject({ imported: 1, refused: 4 });
    expect(report.problems).toEqual([
      'items.jsonl:2: languages.es.oldAddresses[0]: "/same/" leads to the item "a" already',
      'items.jsonl:3: languages.es.oldAddresses[0]: an old address is a path that begins with a slash, such as /2019/05/hello',
      'items.jsonl:3: languages.es.oldAddresses[1]: the front page cannot be an old address',
      'items.jsonl:3: languages.es.oldAddresses[2]: an old address has neither a query nor a fragment',
      'items.jsonl:4: has more than 40 old addresses',
      'items.jsonl:5: languages.en.oldAddresses[0]: "/E" is an old address in "es" already',
    ]);
    expect(await site.store.runQuery({ collection: importedAddresses.name })).toHaveLength(1);
    expect(await filesOf(site)).toEqual(['items.jsonl: a']);
  });
});

describe('what an import tells', () => {
  test('what becomes of each item', async () => {
    const site = createImport();
    await site.bring([itemValue('a'), itemValue('b')]);
    const outcomes: string[] = [];
    const values = [itemValue('a'), itemValue('b', { tags: ['x'] }), itemValue('c'), itemValue('d', { type: 'no' })];
    await site.bring(values, undefined, {
      onOutcome: ({ id, outcome, origin }) => outcomes.push(`${origin} ${id} ${outcome}`),
    });
    expect(outcomes.sort()).toEqual([
      'items.jsonl:1 a unchanged',
      'items.jsonl:2 b changed',
      'items.jsonl:3 c created',
      'items.jsonl:4 d refused',
    ]);
  });

  test('which items imported earlier are in the files no more', async () => {
    const site = createImport();
    const paths = ['items.jsonl'];
    await site.bring([itemValue('a'), itemValue('b'), itemValue('c')]);
    const without = async (...values: unknown[]) => (await site.bring(values, undefined, { paths })).gone;
    expect(await without(itemValue('a'))).toEqual(['items.jsonl: b', 'items.jsonl: c']);
    expect(await without(itemValue('a'), itemValue('b', { type: 'no' }))).toEqual(['items.jsonl: c']);
    expect(await without(itemValue('a'), 'not even an item')).toEqual([]);
    expect((await site.bring([], undefined, { paths: ['other'] })).gone).toEqual([]);
    expect((await site.bring([], undefined, { paths: ['.'] })).gone).toHaveLength(3);
    expect((await site.getItem('b')).data.languages.es?.state).toBe('published');
  });
});
