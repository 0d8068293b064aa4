import { describe, expect, test } from 'vitest';
import type { ItemLanguage } from '#core/content/item.ts';
import { InvalidWrite } from '#core/documents/errors.ts';
import { doneOf, openItemList } from '../../../../test/helpers/app/open-item-list.ts';
import { testConfig, testLanguage } from '../../../../test/helpers/content/create-content-site.ts';
import { finishedLanguage } from '../../../../test/helpers/content/create-item-site.ts';
import { countRoundTrips } from '../../../../test/helpers/documents/count-round-trips.ts';
import { createRelation } from './perform-on-many.ts';

test('what is done with many tells of each, and is undone whole', async () => {
  const list = await openItemList();
  const items: [string, string][] = ['a', 'b', 'gone'].map((id) => ['item', id]);
  const published = await doneOf(list, [['intent', 'publish'], ['warnings', 'accept'], ...items]);
  expect(published).toMatchObject({ action: 'publish', done: 1, unchanged: 1, failed: [{ id: 'gone' }] });
  expect(published.failed[0]?.reason).toBe('Ya no existe.');
  expect(await list.stateOf('a')).toBe('published');
  const undone = await doneOf(list, [
    ['intent', 'undo'],
    ['undo', JSON.stringify(published.undo)],
  ]);
  expect(undone).toMatchObject({ action: 'undo', done: 1, failed: [] });
  expect([await list.stateOf('a'), await list.stateOf('b')]).toEqual(['draft', 'published']);
});

test('what is public as it is was not published again, also if its state said that it changed', async () => {
  const list = await openItemList();
  await list.editItem('b', (item) => {
    const languages = Object.entries(item.languages).map(([code, content]) => [
      code,
      { ...content, state: 'changed' as const },
    ]);
    return { ...item, languages: Object.fromEntries(languages) };
  });
  const publish: [string, string][] = [
    ['intent', 'publish'],
    ['warnings', 'accept'],
    ['item', 'b'],
  ];
  expect(await doneOf(list, publish)).toMatchObject({ done: 0, unchanged: 1, failed: [], undo: [] });
});

test('errors and warnings are told in words, and warnings can be passed over', async () => {
  const list = await openItemList();
  await list.editItem('a', (item) => {
    const { es } = item.languages;
    return es ? { ...item, languages: { ...item.languages, es: { ...es, summary: '' } } } : item;
  });
  const publish: [string, string][] = [
    ['intent', 'publish'],
    ['item', 'a'],
    ['language', 'es'],
  ];
  expect((await doneOf(list, publish)).failed).toMatchObject([
    { isWarned: true, reason: 'Tiene avisos: falta el resumen.' },
  ]);
  await list.editItem('a', (item) => {
    const { es } = item.languages;
    return es ? { ...item, languages: { ...item.languages, es: { ...es, title: '' } } } : item;
  });
  expect((await doneOf(list, publish)).failed).toMatchObject([
    { isWarned: false, reason: 'Hay que corregir: falta el título.' },
  ]);
});

test('all that a list holds is done part by part, each once', async () => {
  const list = await openItemList();
  const all: [string, string][] = [
    ['intent', 'archive'],
    ['scope', 'all'],
    ['query', ''],
    ['limit', '2'],
  ];
  const first = await doneOf(list, all);
  expect(first).toMatchObject({ done: 2 });
  const second = await doneOf(list, [...all, ['cursor', first.next ?? '']]);
  expect(second).toMatchObject({ done: 1 });
  expect(second.next).toBeUndefined();
  expect((await list.read('?place=archived')).total).toBe(3);
});

test('what was asked for besides is there to be asked for again, of the rest and of what only warnings hold back', async () => {
  const list = await openItemList();
  const fields: [string, string][] = [
    ['intent', 'publish'],
    ['scope', 'all'],
    ['query', ''],
    ['limit', '2'],
    ['language', 'es'],
    ['warnings', 'accept'],
  ];
  const first = await doneOf(list, fields);
  expect(first.next).toBeDefined();
  expect(first.asked).toEqual({ language: 'es', warnings: 'accept' });
});

test('what a role may never do is refused and on record; what it may not do with one item is told', async () => {
  const list = await openItemList('author');
  for (const intent of ['publish', 'unpublish', 'archive', 'unarchive', 'purge']) {
    const fields: [string, string][] = [
      ['intent', intent],
      ['item', 'b'],
      ['confirmed', 'yes'],
    ];
    expect(await list.send(fields), intent).toMatchObject({ status: 403 });
  }
  expect(list.refused).toEqual(['item.publish', 'item.unpublish', 'item.archive', 'item.archive', 'item.purge']);
  const trashed = await doneOf(list, [
    ['intent', 'trash'],
    ['item', 'a'],
    ['item', 'c'],
  ]);
  expect(trashed).toMatchObject({
    done: 1,
    failed: [{ id: 'c', reason: 'Su cuenta no puede hacerlo con este contenido.' }],
  });
  const { actions, canCreate, rows } = await list.read();
  expect(actions).toEqual(['tag', 'untag', 'trash']);
  expect(canCreate).toBe(true);
  expect(rows.map(({ actions: own }) => own)).toEqual(rows.map(() => []));
});

test('a form that asks for nothing, or for what nobody offers, changes nothing', async () => {
  const list = await openItemList();
  expect(await list.send([])).toMatchObject({ status: 422, answer: { kind: 'problem' } });
  expect(await list.send([['intent', 'archive']])).toMatchObject({ status: 422 });
  expect(
    await list.send([
      ['intent', 'tag'],
      ['item', 'a'],
    ]),
  ).toMatchObject({ status: 422 });
  expect(
    await list.send([
      ['intent', 'purge'],
      ['item', 'a'],
    ]),
  ).toMatchObject({ answer: { kind: 'ask', items: ['a'] } });
  expect(await list.send([['intent', 'explode']])).toMatchObject({ status: 400 });
  expect(
    await list.send([
      ['intent', 'undo'],
      ['undo', '[{"id":1}]'],
    ]),
  ).toMatchObject({ status: 400 });
});

test('a copy is called one in each language, and leads to where it is written', async () => {
  const list = await openItemList();
  const { location } = await list.send([
    ['intent', 'duplicate'],
    ['item', 'b'],
  ]);
  const { data } = await list.getItem(location?.split('/').at(-1) ?? '');
  expect([data.languages.es?.title, data.languages.en?.title]).toEqual(['Copia de Título b-es', 'Copy of Título b-en']);
});

test('where more is marked than one request does, the rest is told and there to be gone on with', async () => {
  const list = await openItemList();
  const items = [...Array.from({ length: 100 }, (_, index) => `gone-${index}`), 'a', 'b'];
  const marked = items.map((id): [string, string] => ['item', id]);
  const first = await doneOf(list, [['intent', 'publish'], ['warnings', 'accept'], ...marked]);
  expect(first).toMatchObject({ done: 0, rest: ['a', 'b'], asked: { warnings: 'accept' } });
  expect(first.failed).toHaveLength(100);
  const second = await doneOf(list, [
    ['intent', 'publish'],
    ...Object.entries(first.asked ?? {}),
    ...(first.rest ?? []).map((id): [string, string] => ['item', id]),
  ]);
  expect(second).toMatchObject({ done: 1, unchanged: 1, failed: [] });
  expect(second.rest).toBeUndefined();
  const asked = await list.send([['intent', 'purge'], ...marked]);
  expect(asked).toMatchObject({ answer: { kind: 'ask', items } });
});

test('an item that has no room for a tag is told of, and the others have it', async () => {
  const list = await openItemList();
  const { changeShared } = list.drafts;
  list.drafts.changeShared = (id, ...rest) =>
    id === 'a' ? Promise.reject(new InvalidWrite('too long')) : changeShared(id, ...rest);
  const tagged = await doneOf(list, [
    ['intent', 'tag'],
    ['tag', 'brain'],
    ...['a', 'b', 'c'].map((id): [string, string] => ['item', id]),
  ]);
  expect(tagged).toMatchObject({
    done: 2,
    failed: [{ id: 'a', reason: 'Es demasiado largo. Ábralo, acorte algún texto e inténtelo de nuevo.' }],
  });
  expect((await list.getItem('c'))?.data.tags).toEqual(['brain']);
});

test.each(['publish', 'unpublish', 'archive', 'trash'])(
  'to %s many items waits little longer than for one, but for the commits',
  async (action) => {
    const list = await openItemList();
    const ids = Array.from({ length: 16 }, (_, number) => `n${number}`);
    for (const id of [...ids, 'one']) await list.putItem(id, 'news', { es: finishedLanguage(id) });
    const perform = (intent: string, ...items: string[]) =>
      doneOf(list, [['intent', intent], ['warnings', 'accept'], ...items.map((id): [string, string] => ['item', id])]);
    if (action !== 'publish') await perform('publish', 'one', ...ids);
    const trips = countRoundTrips(list.store);
    await perform(action, 'one');
    const ofOne = trips.take().trips;
    expect(await perform(action, ...ids)).toMatchObject({ done: 16, failed: [] });
    // Two are worked on after another at any moment, and one by one when they are stored.
    expect(trips.take().trips).toBeLessThanOrEqual(16 + 2 * ofOne);
  },
);

test('items that link to each other are published in the order of the list', async () => {
  const list = await openItemList();
  const body = {
    type: 'doc' as const,
    content: [
      {
        type: 'paragraph',
        content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'item:target' } }] }],
      },
    ],
  };
  await list.putItem('linking', 'news', { es: finishedLanguage('enlaza', { body }) });
  await list.putItem('target', 'news', { es: finishedLanguage('meta') });
  const perform = (intent: string, ...items: string[]) =>
    doneOf(list, [['intent', intent], ...items.map((id): [string, string] => ['item', id])]);
  expect(await perform('publish', 'linking', 'target')).toMatchObject({
    done: 1,
    failed: [{ id: 'linking', isWarned: true }],
  });
  await perform('unpublish', 'target');
  expect(await perform('publish', 'target', 'linking')).toMatchObject({ done: 2, failed: [] });
});

describe('addresses', () => {
  const publishing = (...ids: string[]): [string, string][] => [
    ['intent', 'publish'],
    ['warnings', 'accept'],
    ...ids.map((id): [string, string] => ['item', id]),
  ];

  /** Two public items, the drafts of which ask for other addresses. */
  async function openRenamed(slugs: { a: string; b: string }) {
    const list = await openItemList();
    await doneOf(list, publishing('a', 'b'));
    for (const [id, slug] of Object.entries(slugs)) {
      await list.editItem(id, (item) => {
        const { es } = item.languages;
        return es
          ? { ...item, languages: { ...item.languages, es: { ...es, slug, state: 'changed' as const } } }
          : item;
      });
    }
    const standsAt = async (slug: string) => {
      const [document] = await list.store.batchGet([`publications/es:news:${slug}`]);
      return document?.data.itemId;
    };
    return { ...list, standsAt };
  }

  test('that two items ask of each other are refused, with the name of who has it and a link to it', async () => {
    const list = await openRenamed({ a: 'b-es', b: 'a-es' });
    const { done, failed } = await doneOf(list, publishing('a', 'b'));
    expect(done).toBe(0);
    const reason = 'Hay que corregir: otro contenido ya usa esa dirección.';
    expect(failed).toMatchObject([
      { id: 'a', reason, isWarned: false, holders: [{ title: 'Título b-es', href: '/admin/items/news/b' }] },
      { id: 'b', reason, isWarned: false, holders: [{ title: 'Título a-es', href: '/admin/items/news/a' }] },
    ]);
    expect([await list.standsAt('a-es'), await list.standsAt('b-es')]).toEqual(['a', 'b']);
  });

  test('are taken from those before in the list that have left them, and both go back in one undo', async () => {
    const list = await openRenamed({ a: 'otra', b: 'a-es' });
    const behind = await doneOf(list, publishing('b'));
    expect(behind).toMatchObject({ done: 0, failed: [{ id: 'b', holders: [{ title: 'Título a-es' }] }] });
    const done = await doneOf(list, publishing('a', 'b'));
    expect(done).toMatchObject({ done: 2, failed: [] });
    expect([await list.standsAt('otra'), await list.standsAt('a-es')]).toEqual(['a', 'b']);
    const undone = await doneOf(list, [
      ['intent', 'undo'],
      ['undo', JSON.stringify(done.undo)],
    ]);
    expect(undone).toMatchObject({ done: 2, failed: [] });
    expect([await list.standsAt('a-es'), await list.standsAt('b-es')]).toEqual(['a', 'b']);
  });
});

const item = (id: string, language: Partial<ItemLanguage> = {}) => ({
  id,
  type: 'notice',
  sourceLanguage: 'es',
  tags: [],
  fields: {},
  languages: { es: testLanguage(language.slug ?? id, language) },
});

const linkTo = (href: string): Partial<ItemLanguage> => ({
  body: {
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] }] },
    ],
  },
});

test.each([
  ['of different addresses', [item('a'), item('b')], false],
  ['of which one wants the address of the other', [item('a', { slug: 'x' }), item('b', { publishedSlug: 'x' })], true],
  [
    'of which one has left what the other wants',
    [item('a', { slug: 'y', publishedSlug: 'x' }), item('b', { slug: 'x' })],
    true,
  ],
  ['that move elsewhere', [item('a', { publishedSlug: 'x' }), item('b', { publishedSlug: 'y' })], false],
  ['of which one links to the other', [item('a'), item('b', linkTo('item:a'))], true],
  ['of which one links to the address of the other', [item('a'), item('b', linkTo('/notice-es/a/?x#y'))], true],
  ['of which one links to the other, the home page', [item('a', { slug: 'home' }), item('b', linkTo('/en'))], true],
  ['with other links', [item('a', linkTo('/')), item('b', linkTo('https://example.org/a'))], false],
])('two items %s', (_, items, isRelated) => {
  const areRelated = createRelation(testConfig, items);
  expect([areRelated('a', 'b'), areRelated('b', 'a')]).toEqual([isRelated, isRelated]);
});

test('an item is related to itself, also if it does not exist', () => {
  expect(createRelation(testConfig, [])('a', 'a')).toBe(true);
});
