import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createContentSite, testConfig, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { publish, unpublish } from '../../test/helpers/content/publish.ts';
import type { Actor } from '../access/actor.ts';
import { pageTrees } from '../content/collections.ts';
import { MAX_PAGE_DEPTH, NO_TREE, viewTree } from '../content/page-tree.ts';
import { listingProblems, publicationProblems } from '../doctor/check-content.ts';
import { getDocument } from '../documents/typed-documents.ts';
import { itemPath } from '../site/content-paths.ts';
import { movePage, type PageMove, planPageMove } from './move-page.ts';
import { purgeItem, trashItem, untrashItem } from './trash-item.ts';

const eva: Actor = { kind: 'person', id: 'eva', name: 'Eva', role: 'editor', languages: [], disabled: false };

type Site = ReturnType<typeof createContentSite>;

/** A site with public pages in both languages, by id: in English with another slug. */
async function siteWith(...ids: string[]): Promise<Site> {
  const site = createContentSite();
  for (const id of ids) await addPage(site, id);
  return site;
}

async function addPage(site: Site, id: string, languages = ['es', 'en']) {
  const texts = languages.map((code) => [code, testLanguage(slugOf(id, code))]);
  await site.putItem(id, 'pages', Object.fromEntries(texts));
  expect(await publish(site, id, languages)).toMatchObject({ ok: true });
}

const slugOf = (id: string, language: string) =>
  language === 'es' || id === 'about' || id === 'home' ? id : `${id}-en`;

async function move(site: Site, id: string, parent?: string, before?: string) {
  return movePage(site, eva, { id, parent, before });
}

async function pathOf(site: Site, language: string, id: string): Promise<string | undefined> {
  const [card] = await site.content.cards(language, [id]);
  return card && itemPath(site.config, language, card);
}

async function pathsOf(site: Site, ...ids: string[]): Promise<(string | undefined)[]> {
  return Promise.all(ids.flatMap((id) => ['es', 'en'].map((language) => pathOf(site, language, id))));
}

async function rename(site: Site, id: string, language: string, slug: string) {
  await site.editItem(id, (item) => ({
    ...item,
    languages: { ...item.languages, [language]: { ...(item.languages[language] ?? testLanguage(slug)), slug } },
  }));
  return publish(site, id, [language]);
}

test('a page below another one has its path in each language, and what is below it moves with it', async () => {
  const site = await siteWith('servicios', 'ninos', 'bebes');
  expect(await move(site, 'bebes', 'ninos')).toMatchObject({ ok: true, isSame: false });
  const plan = await planPageMove(site, eva, { id: 'ninos', parent: 'servicios' });
  expect(plan).toMatchObject({
    changes: [
      { id: 'ninos', language: 'es', title: 'Título ninos', from: '/ninos', to: '/servicios/ninos' },
      { id: 'bebes', language: 'es', from: '/ninos/bebes', to: '/servicios/ninos/bebes' },
      { id: 'ninos', language: 'en', from: '/en/ninos-en', to: '/en/servicios-en/ninos-en' },
      { id: 'bebes', language: 'en', from: '/en/ninos-en/bebes-en', to: '/en/servicios-en/ninos-en/bebes-en' },
    ],
  });
  expect(await pathsOf(site, 'ninos'), 'a plan changes nothing').toEqual(['/ninos', '/en/ninos-en']);
  expect(await move(site, 'ninos', 'servicios')).toEqual(plan);
  expect(await pathsOf(site, 'ninos', 'bebes')).toEqual([
    '/servicios/ninos',
    '/en/servicios-en/ninos-en',
    '/servicios/ninos/bebes',
    '/en/servicios-en/ninos-en/bebes-en',
  ]);
  expect(await move(site, 'ninos', 'servicios')).toMatchObject({ isSame: true, changes: [] });
  expect((await site.audited()).filter(({ action }) => action === 'item.moved')).toHaveLength(2);
  expect(await move(site, 'ninos')).toMatchObject({ ok: true });
  expect(await pathsOf(site, 'bebes')).toEqual(['/ninos/bebes', '/en/ninos-en/bebes-en']);
});

test('a change of a page above changes the paths of those below in the same act, in that language alone', async () => {
  const site = await siteWith('servicios', 'ninos', 'bebes');
  await move(site, 'ninos', 'servicios');
  await move(site, 'bebes', 'ninos');
  expect(await rename(site, 'servicios', 'es', 'atencion')).toMatchObject({ ok: true });
  expect(await pathsOf(site, 'bebes')).toEqual(['/atencion/ninos/bebes', '/en/servicios-en/ninos-en/bebes-en']);

  await unpublish(site, 'ninos', ['en']);
  expect(await pathsOf(site, 'bebes')).toEqual(['/atencion/ninos/bebes', '/en/servicios-en/bebes-en']);
  expect(await site.content.below('en', 'servicios')).toMatchObject([{ itemId: 'bebes' }]);
  await publish(site, 'ninos', ['en']);
  expect(await pathOf(site, 'en', 'bebes')).toBe('/en/servicios-en/ninos-en/bebes-en');

  await trashItem(site, eva, { id: 'servicios' });
  expect(await pathsOf(site, 'bebes')).toEqual(['/ninos/bebes', '/en/ninos-en/bebes-en']);
  await untrashItem(site, eva, { id: 'servicios' });
  await publish(site, 'servicios', ['es', 'en']);
  expect(await pathOf(site, 'es', 'bebes')).toBe('/atencion/ninos/bebes');

  await trashItem(site, eva, { id: 'ninos' });
  expect(await purgeItem(site, eva, { id: 'ninos' })).toEqual({ ok: true });
  expect(await pathsOf(site, 'bebes'), 'deleted for good').toEqual(['/atencion/bebes', '/en/servicios-en/bebes-en']);
});

test('a page that is published below others has its path at once, also one that has no text in the language of its parent', async () => {
  const site = await siteWith('servicios');
  await addPage(site, 'ninos', ['es']);
  await site.putItem('bebes', 'pages', { es: testLanguage('bebes'), en: testLanguage('babies') });
  await move(site, 'ninos', 'servicios');
  await move(site, 'bebes', 'ninos');
  await publish(site, 'bebes', ['es', 'en']);
  expect(await pathsOf(site, 'bebes')).toEqual(['/servicios/ninos/bebes', '/en/servicios-en/babies']);
});

test('pages are in the order that they were given, those of a page that is not public in its place', async () => {
  const site = await siteWith('servicios', 'a', 'b', 'c', 'd');
  for (const id of ['a', 'b', 'c']) await move(site, id, 'servicios');
  const order = async (language = 'es') =>
    (await site.content.below(language, 'servicios')).map(({ itemId }) => itemId).join('');
  expect(await order()).toBe('abc');
  await move(site, 'c', 'servicios', 'a');
  expect(await order()).toBe('cab');
  await move(site, 'c', 'servicios', 'b');
  expect(await order()).toBe('acb');
  await move(site, 'd', 'c');
  await unpublish(site, 'c', ['en']);
  expect([await order('es'), await order('en')]).toEqual(['acb', 'adb']);
  // So often that there are no numbers left between two.
  for (let round = 0; round < 40; round++) await move(site, round % 2 ? 'a' : 'c', 'servicios', 'b');
  expect(await order()).toBe('cab');
});

test.each<[string, PageMove, object]>([
  ['itself', { id: 'a', parent: 'a' }, { reason: 'below-itself' }],
  ['what is below it', { id: 'a', parent: 'c' }, { reason: 'below-itself' }],
  ['a fourth page', { id: 'x', parent: 'd' }, { reason: 'too-deep' }],
  ['a page that leaves no room for what is below it', { id: 'a', parent: 'x' }, { reason: 'too-deep' }],
  ['the home page', { id: 'x', parent: 'home' }, { reason: 'home' }],
  ['no page', { id: 'x', parent: 'none' }, { reason: 'not-a-page' }],
  ['an item of another type', { id: 'x', parent: 'note' }, { reason: 'not-a-page' }],
  [
    'a page that a rule of the site leads elsewhere',
    { id: 'x', parent: 'old' },
    { reason: 'redirected', path: '/old/x' },
  ],
])('a page is not moved below %s', async (_, wanted, refusal) => {
  const site = await siteWith('a', 'b', 'c', 'd', 'x', 'home', 'old');
  await site.putItem('note', 'notice', { es: testLanguage('nota') });
  for (const [id, parent] of [
    ['b', 'a'],
    ['c', 'b'],
    ['d', 'c'],
  ] as const)
    await move(site, id, parent);
  const config = { ...testConfig, routeRules: { '/old/**': { redirect: '/' } } };
  expect(await movePage({ ...site, config }, eva, wanted)).toEqual({ ok: false, ...refusal });
  expect(await move(site, 'about', 'a'), 'there is no such page').toMatchObject({ reason: 'not-found' });
});

test('a page is not published at an address below others that a rule of the site leads elsewhere', async () => {
  const site = await siteWith('old');
  await site.putItem('x', 'pages', { es: testLanguage('x') });
  await move(site, 'x', 'old');
  const config = { ...testConfig, routeRules: { '/old/**': { redirect: '/' } } };
  expect(await publish({ ...site, config }, 'x', ['es'])).toMatchObject({
    ok: false,
    checks: [{ code: 'slug-reserved', language: 'es', field: 'slug' }],
  });
});

test('a page that every site has stays at the top, and may have others below it', async () => {
  const site = await siteWith('about', 'equipo');
  expect(await move(site, 'about', 'equipo')).toEqual({ ok: false, reason: 'fixed' });
  expect(await move(site, 'equipo', 'about')).toMatchObject({ ok: true });
  expect(await pathsOf(site, 'equipo')).toEqual(['/about/equipo', '/en/about/equipo-en']);
});

test('a move changes no other addresses than those that were shown', async () => {
  const site = await siteWith('a', 'b');
  const plan = await planPageMove(site, eva, { id: 'b', parent: 'a' });
  const { shown } = plan as { shown: string };
  await rename(site, 'a', 'es', 'otra');
  expect(await movePage(site, eva, { id: 'b', parent: 'a', shown })).toEqual({ ok: false, reason: 'changed' });
  const again = (await planPageMove(site, eva, { id: 'b', parent: 'a' })) as { shown: string };
  expect(await movePage(site, eva, { id: 'b', parent: 'a', shown: again.shown })).toMatchObject({ ok: true });
});

test('two people who move pages below each other at once make no loop', async () => {
  const site = await siteWith('a', 'b');
  const outcomes = await Promise.all([move(site, 'a', 'b'), move(site, 'b', 'a')]);
  expect(outcomes.map((outcome) => (outcome.ok ? 'moved' : outcome.reason)).sort()).toEqual(['below-itself', 'moved']);
});

test('a page that is published while the one above it is renamed gets the new path', async () => {
  for (let round = 0; round < 5; round++) {
    const site = await siteWith('a');
    await site.putItem('b', 'pages', { es: testLanguage('b') });
    await move(site, 'b', 'a');
    await Promise.all([rename(site, 'a', 'es', 'otra'), publish(site, 'b', ['es'])]);
    expect(await pathOf(site, 'es', 'b')).toBe('/otra/b');
  }
});

test('as many pages as change in one commit can be below one, and no more', async () => {
  const locales = [
    ...testConfig.locales,
    ...['fr', 'de', 'it', 'pt'].map((code) => ({ ...testConfig.locales[0], code })),
  ];
  const config = {
    ...testConfig,
    locales: locales.concat(locales.map((l, i) => ({ ...l, code: `x${i}` }))),
  } as typeof testConfig;
  const site = { ...createContentSite(), config };
  const most = 36;
  for (const id of ['top', ...Array.from({ length: most + 1 }, (_, index) => `p${index}`)]) {
    await site.putItem(id, 'pages', { es: testLanguage(id) });
  }
  for (let index = 0; index < most; index++)
    expect(await movePage(site, eva, { id: `p${index}`, parent: 'top' })).toMatchObject({ ok: true });
  expect(await movePage(site, eva, { id: `p${most}`, parent: 'p3' })).toEqual({ ok: false, reason: 'too-many' });
});

type Step =
  | { kind: 'move'; id: string; parent: string | undefined; before: string }
  | { kind: 'rename'; id: string; language: string; slug: string }
  | { kind: 'publish' | 'unpublish'; id: string; language: string }
  | { kind: 'delete'; id: string };

const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const id = fc.constantFrom(...IDS);
const language = fc.constantFrom('es', 'en');
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      id,
      parent: fc.option(id, { nil: undefined }),
      before: id,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('rename' as const),
      id,
      language,
      slug: fc.constantFrom('uno', 'dos', 'tres', 'a', 'b'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('publish' as const, 'publish' as const, 'unpublish' as const),
      id,
      language,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), id }) },
);

async function perform(site: Site, step: Step) {
  switch (step.kind) {
    case 'move':
      return move(site, step.id, step.parent, step.before);
    case 'publish':
      return publish(site, step.id, [step.language]);
    case 'unpublish':
      return unpublish(site, step.id, [step.language]);
    case 'delete':
      await trashItem(site, eva, { id: step.id });
      return untrashItem(site, eva, { id: step.id });
    case 'rename':
      return rename(site, step.id, step.language, step.slug);
  }
}

/** What a path must be, by the tree and by which pages are public: the model. */
async function modelPath(site: Site, code: string, itemId: string, parents: Map<string, string>): Promise<string> {
  const [card] = await site.content.cards(code, [itemId]);
  const own = card ? [card.slug] : [];
  const parent = parents.get(itemId);
  return [...(parent === undefined ? [] : [await modelPath(site, code, parent, parents)]), ...own]
    .filter(Boolean)
    .join('/');
}

test('whatever happens to pages, each has one address, and every address that was ever public leads to it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 40, maxLength: 50 }), async (performed) => {
      const site = createContentSite();
      for (const each of IDS)
        await site.putItem(each, 'pages', { es: testLanguage(each), en: testLanguage(`${each}-en`) });
      const lastAt = new Map<string, string>();
      for (const step of performed) {
        await perform(site, step);
        const { pages } = (await getDocument(site.store, pageTrees.at('pages')))?.data ?? NO_TREE;
        const parents = new Map(pages.map((page) => [page.id, page.parent]));
        for (const each of IDS) expect(viewTree({ pages }).above(each).length).toBeLessThan(MAX_PAGE_DEPTH);
        for (const code of ['es', 'en']) {
          const cards = await site.content.cards(code, IDS);
          const paths = cards.map((card) => itemPath(site.config, code, card));
          expect(new Set(paths).size).toBe(paths.length);
          for (const [index, card] of cards.entries()) {
            const prefix = code === 'es' ? '/' : '/en/';
            expect(paths[index]).toBe(prefix + (await modelPath(site, code, card.itemId, parents)));
            lastAt.set(`${code} ${card.slug}`, card.itemId);
          }
          expect(lastAt.size).toBeGreaterThanOrEqual(cards.length);
        }
        for (const [address, itemId] of lastAt) {
          const [code = '', slug = ''] = address.split(' ');
          const [card] = await site.content.cards(code, [itemId]);
          const found = await site.content.resolve(code, 'pages', slug);
          if (!card) expect(found.kind).toBe('missing');
          else if (card.slug === slug) expect(found).toMatchObject({ kind: 'item', publication: { itemId } });
          else expect(found).toMatchObject({ kind: 'moved', slug: card.slug });
          if (card?.above && found.kind === 'moved') expect(found.above).toEqual(card.above);
        }
      }
      for (const problems of [publicationProblems(site.store, testConfig), listingProblems(site.store)]) {
        for await (const line of problems) expect.fail(line);
      }
    }),
    { numRuns: 45 },
  );
});
