import { type ActionFunctionArgs, RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Actor } from '#core/access/actor.ts';
import type { Act } from '#core/access/policy.ts';
import type { Role } from '#core/accounts/user.ts';
import { contentPath } from '#core/content/collections.ts';
import { stageItem } from '#core/content/stage-item.ts';
import { createUnitOfWork } from '#core/content/unit-of-work.ts';
import { publishItems } from '#core/items/publish-items.ts';
import site from '#site-config';
import { createContentSite } from '../../../test/helpers/create-content-site.ts';
import { createFakeDrafts } from '../../../test/helpers/create-fake-drafts.ts';
import { finishedLanguage, person } from '../../../test/helpers/create-item-site.ts';
import { adminServices, pageServices } from '../../context.ts';
import { actOnList, type ListAnswer } from './act-on-list.ts';
import type { ActAnswer } from './item-acts.ts';
import { readItems } from './read-items.ts';

/** The list of a type as one person sees it, with three news. */
async function openList(role: Role = 'editor', type = 'news') {
  const content = createContentSite();
  const drafts = createFakeDrafts(content.store, site);
  const refused: string[] = [];
  const user = { ...(person(role, 'ana') as object), email: '', language: 'es', confirmed: true, createdAt: 0 };
  const context = new RouterContextProvider();
  context.set(pageServices, { config: site } as never);
  context.set(adminServices, {
    account: { current: async () => ({ user, token: '', session: {} }) },
    store: content.store,
    drafts,
    itemSearch: { find: (_type: string, query: string) => (query === 'palabra' ? ['c', 'a'] : []) },
    noteRefusal: (_actor: Actor, act: Act) => void refused.push(act),
  } as never);
  const argsOf = (request: Request) =>
    ({ request, url: new URL(request.url), params: { type }, context }) as unknown as ActionFunctionArgs;
  const address = (query: string) => `http://localhost/admin/items/${type}${query}`;
  for (const id of ['a', 'b', 'c']) {
    const languages = { es: finishedLanguage(`${id}-es`), en: finishedLanguage(`${id}-en`) };
    await content.putItem(id, 'news', languages, { authorId: id === 'a' ? 'ana' : 'eva', tags: [], editedAt: 10 });
  }
  const dependencies = { store: content.store, config: site, drafts };
  const options = { acceptWarnings: true };
  await publishItems(dependencies, person('editor'), [{ id: 'b', languages: ['es', 'en'] }], options);
  return {
    ...content,
    refused,
    read: (query = '') => readItems(argsOf(new Request(address(query)))),
    async send(fields: [string, string][], query = '') {
      const request = new Request(address(query), { method: 'POST', body: new URLSearchParams(fields) });
      const answer = await actOnList(argsOf(request)).catch((thrown: unknown) => thrown);
      if (answer instanceof Response) return { status: answer.status, location: answer.headers.get('Location') };
      const { data, init } = answer as { data: ListAnswer | null; init?: { status?: number } | null };
      return { status: init?.status ?? 200, answer: data };
    },
    stateOf: async (id: string, language = 'es') => (await content.getItem(id))?.data.languages[language]?.state,
  };
}

type List = Awaited<ReturnType<typeof openList>>;

const doneOf = async (list: List, fields: [string, string][]) => (await list.send(fields)).answer as ActAnswer;

test('a list is narrowed down by its address, and says how many there are', async () => {
  const list = await openList();
  expect((await list.read()).total).toBe(3);
  expect((await list.read('?state=es.published')).rows.map(({ id }) => id)).toEqual(['b']);
  expect((await list.read('?author=ana')).rows.map(({ id }) => id)).toEqual(['a']);
  expect((await list.read('?q=palabra')).rows.map(({ id }) => id)).toEqual(['c', 'a']);
  expect((await list.read('?q=palabra&author=eva')).rows.map(({ id }) => id)).toEqual(['c']);
  expect((await list.read('?work=yes')).rows.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c']);
  expect((await list.read('?place=bin')).empty).toMatch(/^La papelera está vacía/);
});

test('each language of a row says how it stands and leads to its text', async () => {
  const { rows } = await (await openList()).read('?state=es.published');
  expect(rows[0]?.languages[0]).toMatchObject({
    code: 'es',
    state: 'published',
    href: '/admin/items/news/b?language=es',
    siteHref: '/noticias/b-es',
  });
});

test('what is done with many tells of each, and is undone whole', async () => {
  const list = await openList();
  const items: [string, string][] = ['a', 'b', 'gone'].map((id) => ['item', id]);
  const published = await doneOf(list, [['intent', 'publish'], ['warnings', 'accept'], ...items]);
  expect(published).toMatchObject({ act: 'publish', done: 2, unchanged: 1, failed: [{ id: 'gone' }] });
  expect(published.failed[0]?.reason).toBe('Ya no existe.');
  expect(await list.stateOf('a')).toBe('published');
  const undone = await doneOf(list, [
    ['intent', 'undo'],
    ['undo', JSON.stringify(published.undo)],
  ]);
  expect(undone).toMatchObject({ act: 'undo', done: 1, failed: [] });
  expect([await list.stateOf('a'), await list.stateOf('b')]).toEqual(['draft', 'published']);
});

test('errors and warnings are told in words, and warnings can be passed over', async () => {
  const list = await openList();
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
  const list = await openList();
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

/** Items that are both public, and whose drafts ask for each other's addresses. */
async function openExchange() {
  const list = await openList();
  const publish = (...ids: string[]): [string, string][] => [
    ['intent', 'publish'],
    ['warnings', 'accept'],
    ...ids.map((id): [string, string] => ['item', id]),
  ];
  await doneOf(list, publish('a', 'b'));
  for (const [id, other] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    await list.editItem(id, (item) => ({
      ...item,
      languages: Object.fromEntries(
        Object.entries(item.languages).map(([code, content]) => [
          code,
          { ...content, slug: `${other}-${code}`, state: 'changed' as const },
        ]),
      ),
    }));
  }
  const standsAt = async (slug: string) => {
    const [document] = await list.store.batchGet([`publications/es:news:${slug}`]);
    return document?.data.itemId;
  };
  return { ...list, publish, standsAt };
}

test('items that change places are published in one act when both are chosen, and go back in one', async () => {
  const list = await openExchange();
  expect((await doneOf(list, list.publish('a', 'c'))).failed).toMatchObject([
    { id: 'a', reason: 'Hay que corregir: otro elemento ya usa esa dirección.' },
  ]);
  const swapped = await doneOf(list, list.publish('a', 'b'));
  expect(swapped).toMatchObject({ done: 2, unchanged: 0, failed: [], ahead: ['b'] });
  expect([await list.standsAt('a-es'), await list.standsAt('b-es')]).toEqual(['b', 'a']);
  const undone = await doneOf(list, [
    ['intent', 'undo'],
    ['undo', JSON.stringify(swapped.undo)],
  ]);
  expect(undone).toMatchObject({ act: 'undo', done: 2, failed: [] });
  expect([await list.standsAt('a-es'), await list.standsAt('b-es')]).toEqual(['a', 'b']);
});

test('items that change places may be in two parts of what was chosen, or among all that a list holds', async () => {
  const list = await openExchange();
  const first = await doneOf(list, [...list.publish('a'), ['among', 'a b']]);
  expect(first).toMatchObject({ done: 2, failed: [], ahead: ['b'] });
  expect(await doneOf(list, [...list.publish('b'), ['among', 'a b'], ['ahead', 'b']])).toMatchObject({ done: 0 });
  const other = await openExchange();
  const all: [string, string][] = [...other.publish(), ['scope', 'all']];
  const narrow = await doneOf(other, [...all, ['query', 'author=ana']]);
  expect(narrow).toMatchObject({ done: 0, failed: [{ id: 'a' }] });
  const whole = await doneOf(other, [...all, ['query', 'state=es.changed'], ['limit', '1']]);
  expect(whole).toMatchObject({ done: 2, failed: [] });
  expect(whole.asked).toMatchObject({ ahead: whole.ahead[0] });
});

test('a warning of one of those that change places asks about both', async () => {
  const list = await openExchange();
  await list.editItem('b', (item) => {
    const { es } = item.languages;
    return es ? { ...item, languages: { ...item.languages, es: { ...es, summary: '' } } } : item;
  });
  const careful = list.publish('a', 'b').filter(([name]) => name !== 'warnings');
  expect((await doneOf(list, careful)).failed).toMatchObject([
    { id: 'a', isWarned: true },
    { id: 'b', isWarned: true },
  ]);
});

test('what was asked for besides is there to be asked for again, of the rest and of what only warnings hold back', async () => {
  const list = await openList();
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
  const list = await openList('author');
  for (const intent of ['publish', 'unpublish', 'archive', 'unarchive', 'purge']) {
    const fields: [string, string][] = [
      ['intent', intent],
      ['item', 'b'],
      ['confirmed', 'yes'],
    ];
    expect(await list.send(fields), intent).toMatchObject({ status: 403 });
  }
  expect(list.refused).toEqual(['item.publish', 'item.unpublish', 'item.archive', 'item.archive', 'item.purge']);
  const binned = await doneOf(list, [
    ['intent', 'bin'],
    ['item', 'a'],
    ['item', 'c'],
  ]);
  expect(binned).toMatchObject({
    done: 1,
    failed: [{ id: 'c', reason: 'Su cuenta no puede hacerlo con este elemento.' }],
  });
  const { acts, canCreate, rows } = await list.read();
  expect(acts).toEqual(['tag', 'untag', 'bin']);
  expect(canCreate).toBe(true);
  expect(rows.map(({ acts: own }) => own)).toEqual(rows.map(() => []));
});

test('a viewer reads no list and does nothing there', async () => {
  const list = await openList('viewer');
  await expect(list.read()).rejects.toMatchObject({ init: { status: 403 } });
  expect(
    await list.send([
      ['intent', 'create'],
      ['title', 'x'],
      ['language', 'es'],
    ]),
  ).toMatchObject({ status: 403 });
});

test('a new item begins with its title and a slug, and leads to where it is written', async () => {
  const list = await openList();
  const refused = await list.send([
    ['intent', 'create'],
    ['title', ' '],
    ['language', 'fr'],
  ]);
  expect(refused).toMatchObject({ status: 422, answer: { kind: 'create', errors: { language: 'Elija un idioma.' } } });
  const { status, location } = await list.send([
    ['intent', 'create'],
    ['title', 'Café & té'],
    ['language', 'es'],
  ]);
  expect(status).toBe(303);
  const id = location?.split('/').at(-1) ?? '';
  expect((await list.getItem(id)).data).toMatchObject({
    sourceLanguage: 'es',
    authorId: 'ana',
    languages: { es: { title: 'Café & té', slug: 'cafe-y-te', state: 'draft' } },
  });
});

test('a copy is called one in each language, and leads to where it is written', async () => {
  const list = await openList();
  const { location } = await list.send([
    ['intent', 'duplicate'],
    ['item', 'b'],
  ]);
  const { data } = await list.getItem(location?.split('/').at(-1) ?? '');
  expect([data.languages.es?.title, data.languages.en?.title]).toEqual(['Copia de Título b-es', 'Copy of Título b-en']);
});

test('a form that asks for nothing, or for what nobody offers, changes nothing', async () => {
  const list = await openList();
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

/** Questions of two groups, whose places are told in turn. */
async function openQuestions() {
  const list = await openList('editor', 'faqs');
  for (const [index, id] of ['q1', 'r1', 'q2', 'r2', 'q3'].entries()) {
    const fields = { order: index + 1, group: id.startsWith('q') ? 'before' : 'results' };
    const languages = { es: finishedLanguage(id) };
    const unit = createUnitOfWork(list.store);
    await unit.read([contentPath.item(id)]);
    stageItem(unit, site, { id, type: 'faqs', sourceLanguage: 'es', tags: [], fields, languages });
    await unit.commit();
  }
  const idsIn = async (query: string) => (await list.read(query)).rows.map(({ id }) => id);
  const move = (id: string, direction: string, query = '') =>
    list.send(
      [
        ['intent', 'move'],
        ['item', id],
        ['direction', direction],
      ],
      query,
    );
  return { ...list, idsIn, move };
}

test('questions say in which group they are, and a list shows one group', async () => {
  const { read, idsIn } = await openQuestions();
  const { rows, group, canMove } = await read();
  expect(rows[1]?.group).toEqual({ value: 'results', label: 'Los resultados' });
  expect(group).toMatchObject({ label: 'Grupo', choices: [{ value: 'before' }, { value: 'during' }, {}] });
  expect(canMove).toBe(true);
  expect(await idsIn('?group=before')).toEqual(['q1', 'q2', 'q3']);
  expect((await read('?group=before')).canMove).toBe(true);
  expect((await read('?group=before&state=es.draft')).canMove).toBe(false);
  expect((await read('?group=during')).empty).toMatch(/^Nada coincide/);
  expect(await idsIn('?group=before&sort=title')).toEqual(['q1', 'q2', 'q3']);
});

test('a question moves by one place among those of its group', async () => {
  const { idsIn, move } = await openQuestions();
  expect(await move('q1', 'down', '?group=before')).toEqual({
    status: 303,
    location: '/admin/items/faqs?group=before',
  });
  expect(await idsIn('?group=before')).toEqual(['q2', 'q1', 'q3']);
  await move('q3', 'up');
  await move('q3', 'up');
  expect(await idsIn('?group=before')).toEqual(['q3', 'q2', 'q1']);
  await move('q3', 'up');
  await move('q1', 'down');
  expect(await idsIn('?group=before')).toEqual(['q3', 'q2', 'q1']);
  expect(await idsIn('?group=results')).toEqual(['r1', 'r2']);
});

test('the filter offers everybody who wrote something here, by the name that is known, oneself first', async () => {
  const list = await openList();
  const put = (id: string, authorId: string, authorName: string, createdAt: number) =>
    list.putItem(id, 'news', { es: finishedLanguage(id) }, { authorId, authorName, createdAt, editedAt: 1 });
  // More than a page has, all edited later than those of the two.
  for (let number = 0; number < 30; number++) {
    await list.putItem(`n${number}`, 'news', { es: finishedLanguage(`n${number}`) }, { editedAt: 100 });
  }
  await put('x', 'zoe', 'Zoe', 1);
  await put('y', 'gone', 'Álex', 1);
  await put('z', 'gone', 'Álex Ruiz', 2);
  await list.putItem('w', 'articles', { es: finishedLanguage('w') }, { authorId: 'otto', authorName: 'Otto' });
  expect((await list.read()).authors).toEqual([
    { id: 'ana', name: 'ANA (usted)' },
    { id: 'gone', name: 'Álex Ruiz' },
    { id: 'eva', name: 'eva' },
    { id: 'zoe', name: 'Zoe' },
  ]);
  expect((await list.read('?author=gone')).rows.map(({ id }) => id).toSorted()).toEqual(['y', 'z']);
  expect((await list.read('?author=nobody')).authors.at(-1)).toEqual({ id: 'nobody', name: 'nobody' });
  expect((await list.read('?place=bin')).authors).toEqual([{ id: 'ana', name: 'ANA (usted)' }]);
});
