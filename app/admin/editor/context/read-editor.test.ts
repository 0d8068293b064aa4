import { expect, test } from 'vitest';
import { createFullTextIndex } from '#adapters/full-text/search-index.ts';
import type { RequestAccount } from '#core/accounts/request-account.ts';
import type { Role } from '#core/accounts/user.ts';
import type { ReceiveForm } from '#core/forms/form-shape.ts';
import { USUAL_LIMITS } from '#core/media/media-limits.ts';
import { createItemSearch } from '#core/search/item-search.ts';
import { itemEntries } from '#core/search/search-entry.ts';
import { createFormReceiver } from '#server/forms/receive-form.ts';
import { routeArgs } from '../../../../test/helpers/app/route-args.ts';
import { createContentSite, testConfig, testLanguage } from '../../../../test/helpers/content/create-content-site.ts';
import { publish } from '../../../../test/helpers/content/publish.ts';
import { partial } from '../../../../test/helpers/partial.ts';
import type { AdminServices } from '../../../context/context.ts';
import { loader as findLinks } from '../links/route.tsx';
import { action as takePicture } from '../pictures/route.tsx';
import { loader as checkSlug } from '../slugs/route.tsx';
import { readEditor } from './read-editor.ts';

const TYPE = 'notice';

/** A site with two items, opened by a person with a role, or anonymously. */
async function createEditors(role: Role | undefined, languages: string[] = []) {
  const site = createContentSite();
  const { store, config, content } = site;
  await site.putItem('brain', TYPE, {
    es: testLanguage('cerebro', { title: 'Resonancia de cerebro' }),
    en: testLanguage('brain', { title: 'Brain MRI' }),
  });
  await site.putItem('knee', TYPE, { es: testLanguage('rodilla', { title: 'Rodilla' }) }, { authorId: 'me' });
  const user = { id: 'me', name: 'Yo', role, languages, disabled: false };
  const kept: string[] = [];
  const index = createFullTextIndex({ languages: config.locales });
  const itemSearch = createItemSearch(config, index);
  const sent: Request[] = [];
  const receiveForm: ReceiveForm = (shape) => createFormReceiver(sent[0] ?? new Request('http://x')).receive(shape);
  const page = { config, content, origin: 'http://localhost', icon: () => undefined };
  const admin: Partial<AdminServices> = {
    account: partial<RequestAccount>({ current: async () => role && partial({ user: partial(user) }) }),
    receiveForm,
    store,
    itemSearch,
    findActor: async () => undefined,
    readInboxTeam: async () => [],
    limits: USUAL_LIMITS,
    storeFile: async (_, { name }) => {
      kept.push(name);
      return name.endsWith('.png')
        ? { ok: true, isNew: true, media: partial({}), file: partial({ id: 'a'.repeat(32) }) }
        : { ok: false, reason: 'no-picture', problem: 'no' };
    },
  };
  const argsOf = (path: string, init?: RequestInit, params = {}) =>
    routeArgs(new Request(`http://localhost${path}`, init), { params, page, admin });
  const json = async (answer: Promise<Response>) => (await answer).json();
  return {
    ...site,
    learn: async (id: string) => {
      index.write([{ source: `items/${id}`, entries: itemEntries(config, (await site.getItem(id)).data) }]);
    },
    kept,
    open: (type: string, id: string) => readEditor(argsOf(`/admin/items/${type}/${id}`, undefined, { type, id })),
    links: (query: string) => json(findLinks(argsOf(`/admin/editor/links?${query}`))),
    slug: (query: string) => json(checkSlug(argsOf(`/admin/editor/slugs?${query}`))),
    send: (name: string) => {
      const body = new FormData();
      body.set('file', new File(['x'], name));
      sent.unshift(new Request('http://localhost', { method: 'POST', body }));
      return takePicture(argsOf('/en/admin/editor/pictures', { method: 'POST' }));
    },
    publish: (id: string, ...codes: string[]) => publish(site, id, codes),
  };
}

const status = (wanted: number) => ({ init: { status: wanted } });

test('nobody opens an item before they have signed in, and no viewer does', async () => {
  await expect((await createEditors(undefined)).open(TYPE, 'brain')).rejects.toMatchObject({ status: 302 });
  const viewer = await createEditors('viewer');
  await expect(viewer.open(TYPE, 'brain')).rejects.toMatchObject(status(403));
  await expect(viewer.links('q=x')).rejects.toMatchObject(status(403));
  await expect(viewer.slug('item=brain&language=es&slug=x')).rejects.toMatchObject(status(403));
  await expect(viewer.send('a.png')).rejects.toMatchObject(status(403));
  expect(viewer.kept).toEqual([]);
});

test.each([
  ['nothing', 'brain'],
  [TYPE, 'nothing'],
  ['listing', 'brain'],
  [TYPE, '../x'],
])('there is no page of the %s "%s"', async (type, id) => {
  await expect((await createEditors('editor')).open(type, id)).rejects.toMatchObject(status(404));
});

test('the page says what the person may write: an author their own, a translator their languages', async () => {
  const canEdit = async (role: Role, id: string, languages?: string[]) => {
    const data = await (await createEditors(role, languages)).open(TYPE, id);
    return [...data.languages.filter((language) => language.canEdit).map(({ code }) => code), data.canEditShared];
  };
  expect(await canEdit('editor', 'brain')).toEqual(['es', 'en', true]);
  expect(await canEdit('translator', 'brain', ['en'])).toEqual(['en', false]);
  expect(await canEdit('author', 'brain')).toEqual([false]);
  expect(await canEdit('author', 'knee')).toEqual(['es', 'en', true]);
});

test('nothing in the trash can be written', async () => {
  const editors = await createEditors('owner');
  await editors.editItem('brain', (item) => ({ ...item, trashedAt: 1 }));
  const data = await editors.open(TYPE, 'brain');
  expect(data.item.isTrashed).toBe(true);
  expect(data.languages.some(({ canEdit }) => canEdit)).toBe(false);
});

test('a language without text is there to be begun', async () => {
  const data = await (await createEditors('editor')).open(TYPE, 'knee');
  expect(data.languages.map(({ code, state, saved }) => [code, state, saved?.title])).toEqual([
    ['es', 'draft', 'Rodilla'],
    ['en', 'missing', undefined],
  ]);
});

test('the page shows without script what was saved of the cover and the byline', async () => {
  const editors = await createEditors('translator', ['en']);
  const media = 'a'.repeat(32);
  await editors.editItem('brain', (item) => ({ ...item, author: 'Dra. Robles', cover: { media } }));
  await editors.editItem('brain', ({ languages: { es, ...others }, ...item }) => ({
    ...item,
    languages: { ...(es && { es: { ...es, coverAlt: 'Un cerebro' } }), ...others },
  }));
  const data = await editors.open(TYPE, 'brain');
  expect(data.shared).toEqual({ author: 'Dra. Robles', cover: media });
  expect(data.languages.map(({ saved }) => saved?.coverAlt)).toEqual(['Un cerebro', '']);
});

test('a picture is kept, or refused in a sentence of the page’s language', async () => {
  const editors = await createEditors('editor');
  const good = await editors.send('a.png');
  expect([good.status, await good.json()]).toEqual([201, { ok: true, media: 'a'.repeat(32) }]);
  const bad = await editors.send('a.doc');
  expect([bad.status, await bad.json()]).toEqual([
    422,
    { ok: false, problem: expect.stringMatching(/^“a\.doc” isn’t an image that the site can show/) },
  ]);
});

test('a slug is judged as publishing would judge it', async () => {
  const editors = await createEditors('editor');
  const ask = (slug: string, item = 'knee') => editors.slug(`item=${item}&language=es&slug=${slug}`);
  expect(await ask('rodilla')).toEqual({ kind: 'free' });
  expect(await ask('Rodilla')).toEqual({ kind: 'invalid' });
  await editors.publish('brain', 'es');
  expect(await ask('cerebro')).toEqual({ kind: 'taken', title: 'Resonancia de cerebro' });
  await editors.editItem('brain', (item) => ({
    ...item,
    languages: { ...item.languages, es: testLanguage('mente', { publishedSlug: 'cerebro', state: 'changed' }) },
  }));
  expect(await ask('cerebro')).toEqual({ kind: 'taken', title: 'Resonancia de cerebro' });
  expect(await ask('cerebro', 'brain')).toEqual({ kind: 'own' });
  expect(await ask('otro', 'brain')).toEqual({ kind: 'moves' });
  await editors.publish('brain', 'es');
  expect(await ask('cerebro')).toEqual({ kind: 'former', title: 'Título mente', instead: 'cerebro-2' });
  expect(await ask('cerebro', 'brain')).toEqual({ kind: 'moves' });
  expect(await ask('cerebro-2')).toEqual({ kind: 'free' });
  await editors.putItem('about', 'pages', { es: testLanguage('about') });
  expect(await ask('about', 'about')).toEqual({ kind: 'own' });
  expect(await ask('x', 'about')).toEqual({ kind: 'fixed', slug: 'about' });
  await editors.putItem('legal', 'pages', { es: testLanguage('legal') });
  expect(await ask('admin', 'legal')).toEqual({ kind: 'reserved' });
  await expect(ask('x', 'nothing')).rejects.toMatchObject(status(404));
  await expect(editors.slug('item=brain&language=fr&slug=x')).rejects.toMatchObject(status(404));
});

test('addresses begin as those of pages do, in every language', async () => {
  const editors = await createEditors('editor');
  await editors.putItem('about', 'pages', { es: testLanguage('about') });
  const { languages } = await editors.open('pages', 'about');
  const starts = languages.map(({ addressStart }) => addressStart.slice(addressStart.indexOf('/')));
  expect(starts).toEqual(['/', '/en/']);
});

test('the address of the home page has no slug', async () => {
  const editors = await createEditors('editor');
  await editors.putItem('home', 'pages', { es: testLanguage('home') });
  const { languages } = await editors.open('pages', 'home');
  expect(languages).toMatchObject([
    { addressStart: 'localhost/', hasSlugInAddress: false },
    { addressStart: 'localhost/en', hasSlugInAddress: false },
  ]);
});

test('an address of the site is known as the page that stands there, and one of another language is told', async () => {
  const editors = await createEditors('editor');
  const segment = testConfig.contentTypes.find(({ key }) => key === TYPE)?.segments.en;
  expect(await editors.links(`q=${encodeURIComponent('https://example.org/a')}&language=es`)).toEqual({
    targets: [],
    typed: { href: 'https://example.org/a', isAllowed: true },
  });
  expect(await editors.links(`q=/${segment}/%25&language=es`), 'what decodes to no slug').toEqual({
    targets: [],
    typed: { href: `/${segment}/%`, isAllowed: true },
  });
  expect(await editors.links('q=javascript:alert(1)&language=es')).toMatchObject({ typed: { isAllowed: false } });
  expect(await editors.links(`q=/en/${segment}/brain&language=es`)).toMatchObject({ typed: { crossesTo: 'en' } });
});

test('an item that a link names is found by its id, also behind a place in it; a name that none can have is told', async () => {
  const editors = await createEditors('editor');
  const ask = (link: string) => editors.links(`q=${encodeURIComponent(link)}&language=es`);
  const brain = { targets: [{ id: 'brain', title: 'Resonancia de cerebro' }] };
  expect(await ask('item:brain')).toMatchObject(brain);
  expect(await ask('item:brain#antes')).toMatchObject(brain);
  expect(await ask('item:nothing')).toEqual({ targets: [] });
  expect(await ask('item:a/b')).toEqual({ targets: [], typed: { href: 'item:a/b', isAllowed: false } });
});

test('an item to link to is found by a word, however many were edited since: of a title, else of a text', async () => {
  const editors = await createEditors('editor');
  for (const id of ['brain', 'knee']) await editors.learn(id);
  for (let number = 0; number < 120; number++) {
    await editors.putItem(
      `other-${number}`,
      TYPE,
      { es: testLanguage(`otro-${number}`) },
      { editedAt: 1_000 + number },
    );
  }
  const ids = async (query: string) =>
    (await editors.links(`q=${encodeURIComponent(query)}&language=es`)).targets.map(({ id }: { id: string }) => id);
  expect(await ids('')).toHaveLength(8);
  expect(await ids('')).not.toContain('brain');
  expect(await ids('cerebr')).toEqual(['brain']);
  expect(await ids('MRI')).toEqual(['brain']);
  const told = testLanguage('x', { title: 'Antes del estudio', summary: 'Rodilla, cadera y hombro.' });
  await editors.putItem('before', 'listing', { es: told });
  await editors.learn('before');
  expect(await ids('rodilla')).toEqual(['knee']);
  expect(await ids('cadera'), 'in no title').toEqual(['before']);
  await editors.putItem('fresh', TYPE, { es: testLanguage('y', { title: 'Rodilla nueva' }) }, { editedAt: 5_000 });
  expect(await ids('rodilla'), 'the search does not know it yet').toEqual(['knee', 'fresh']);
  await editors.publish('brain', 'es');
  const segment = testConfig.contentTypes.find(({ key }) => key === TYPE)?.segments.es;
  expect(await ids(`/${segment}/cerebro`)).toEqual(['brain']);
});
