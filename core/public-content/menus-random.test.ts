import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { createSiteContent } from '../../test/helpers/content/create-site-content.ts';
import { publish, unpublish } from '../../test/helpers/content/publish.ts';
import { fuzzRounds } from '../../test/helpers/fuzz-rounds.ts';
import { movePage } from '../items/move-page.ts';
import { trashItem } from '../items/trash-item.ts';
import { itemPath } from '../site/content-paths.ts';
import { SITE_NAVIGATION } from '../site/site-navigation-type.ts';
import { readMenus } from './read-links.ts';

/** Items of three kinds: with a page of the listing's, pages of the tree, and one that another language stands in for. */
const ITEMS = { a: 'not-found', b: 'pages', c: 'notice', d: 'pages', e: 'pages' } as const;
const LANGUAGES = ['es', 'en'] as const;

type ItemId = keyof typeof ITEMS;
type Language = (typeof LANGUAGES)[number];

const item = fc.constantFrom<ItemId>('a', 'b', 'c', 'd', 'e');
const page = fc.constantFrom<ItemId>('b', 'd', 'e');
const language = fc.constantFrom(...LANGUAGES);
const entry = fc.record({
  target: fc.constantFrom<string[]>(
    'item:a',
    'item:b',
    'item:c',
    'item:d',
    'item:e',
    'item:gone',
    'listing:notice',
    'listing:gone',
    'https://example.org/',
  ),
  isBelow: fc.boolean(),
});
const step = fc.oneof(
  fc.record({ act: fc.constant('publish' as const), item, language }),
  fc.record({ act: fc.constant('unpublish' as const), item, language }),
  fc.record({ act: fc.constant('rename' as const), item, language }),
  { arbitrary: fc.record({ act: fc.constant('trash' as const), item }), weight: 1 },
  fc.record({ act: fc.constant('move' as const), item: page, parent: fc.option(page, { nil: undefined }) }),
  fc.record({ act: fc.constant('menu' as const), entries: fc.array(entry, { maxLength: 5 }) }),
  fc.record({
    act: fc.constant('show' as const),
    languages: fc.constantFrom<string[][]>(['es', 'en'], ['es'], ['en']),
  }),
);

interface Text {
  title: string;
  slug: string;
}

/** What the site should say: the texts, places and publications of items, and the menu as it is written and public. */
function createModel() {
  const texts = Object.fromEntries(
    Object.keys(ITEMS).map((id) => [
      id,
      Object.fromEntries(LANGUAGES.map((code) => [code, { title: `${id} 0 ${code}`, slug: `${id}-${code}` }])),
    ]),
  ) as { [id in ItemId]: { [code in Language]: Text } };
  return {
    texts,
    shown: new Map<string, Text>(),
    parents: new Map<ItemId, ItemId>(),
    trashed: new Set<ItemId>(),
    draft: [] as { target: string; isBelow: boolean }[],
    menus: new Map<Language, { target: string; isBelow: boolean }[]>(),
    renamings: 0,
  };
}

type Model = ReturnType<typeof createModel>;

/** The pages above a page, the nearest first. */
function above(model: Model, id: ItemId): ItemId[] {
  const parent = model.parents.get(id);
  return parent === undefined ? [] : [parent, ...above(model, parent)];
}

/** The lines of the menu in a language: titles, a dash before those below. */
function expectedLines({ menus, shown }: Model, code: Language): string[] {
  const entries = menus.get(code) ?? menus.get(code === 'es' ? 'en' : 'es') ?? [];
  const titleOf = (target: string) => {
    if (target === 'listing:notice') return 'notice';
    if (target.startsWith('https:')) return 'example.org';
    return shown.get(`${target.slice('item:'.length)} ${code}`)?.title;
  };
  let hasParent = false;
  return entries.flatMap(({ target, isBelow }) => {
    const title = titleOf(target);
    if (!isBelow) hasParent = title !== undefined;
    if (title === undefined) return [];
    return [isBelow && hasParent ? `- ${title}` : title];
  });
}

test('whatever is published, taken off, renamed, deleted and moved, in the tree and in menus, each menu says what is public, and no link is dead', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 25 }), async (steps) => {
      const site = createSiteContent();
      const model = createModel();
      for (const id of Object.keys(ITEMS) as ItemId[]) {
        const { es, en } = model.texts[id];
        await site.putItem(id, ITEMS[id], { es: finishedLanguage(es.slug, es), en: finishedLanguage(en.slug, en) });
      }
      const menu = async (code: Language) =>
        (await readMenus(site.content, site.config, code, { search: '', feed: '' })).header;
      const targets = [...Object.keys(ITEMS).map((id) => `item:${id}`), 'listing:gone'];
      const entries = targets.map((target) => ({ target, isBelow: false }));
      const first = [
        ...(['b', 'd', 'e'] as const).map((item) => ({ act: 'publish' as const, item, language: 'es' as const })),
        { act: 'menu' as const, entries },
        { act: 'show' as const, languages: ['es', 'en'] },
      ];
      for (const one of [...first, ...steps]) {
        await take(site, model, one);
        for (const code of LANGUAGES) {
          const entries = await menu(code);
          const lines = entries.flatMap(({ label, below }) => [label, ...below.map((own) => `- ${own.label}`)]);
          expect(lines).toEqual(expectedLines(model, code));
          for (const { href, target = '' } of entries.flatMap((own) => [own, ...own.below])) {
            const id = target.slice('item:'.length) as ItemId;
            const { slug } = model.shown.get(`${id} ${code}`) ?? {};
            if (slug === undefined) continue;
            const pages = above(model, id).flatMap((other) => model.shown.get(`${other} ${code}`) ?? []);
            const place = { itemId: id, type: ITEMS[id], slug, above: pages.toReversed() };
            expect(href).toBe(itemPath(site.config, code, place));
            expect(await site.content.resolve(code, ITEMS[id], slug)).toMatchObject({
              kind: 'item',
              publication: { itemId: id },
            });
          }
        }
      }
    }),
    fuzzRounds(40),
  );
});

/** Takes a step on the site and in the model. */
async function take(
  site: ReturnType<typeof createSiteContent>,
  model: Model,
  one: typeof step extends fc.Arbitrary<infer Step> ? Step : never,
): Promise<void> {
  if ('item' in one && model.trashed.has(one.item)) return;
  switch (one.act) {
    case 'publish':
      expect(await publish(site, one.item, [one.language])).toMatchObject({ ok: true });
      model.shown.set(`${one.item} ${one.language}`, { ...model.texts[one.item][one.language] });
      return;
    case 'unpublish':
      if (!model.shown.delete(`${one.item} ${one.language}`)) return;
      expect(await unpublish(site, one.item, [one.language])).toMatchObject({ ok: true });
      return;
    case 'rename': {
      const name = `${one.item} ${++model.renamings} ${one.language}`;
      const text = { title: name, slug: name.replaceAll(' ', '-') };
      model.texts[one.item][one.language] = text;
      await site.editItem(one.item, (stored) => {
        const own = stored.languages[one.language];
        return { ...stored, languages: { ...stored.languages, ...(own && { [one.language]: { ...own, ...text } }) } };
      });
      return;
    }
    case 'trash':
      expect(await trashItem(site.dependencies, person('editor', 'eva'), { id: one.item })).toMatchObject({ ok: true });
      model.trashed.add(one.item);
      for (const code of LANGUAGES) model.shown.delete(`${one.item} ${code}`);
      return;
    case 'move': {
      const { parent } = one;
      if (parent !== undefined && model.trashed.has(parent)) return;
      const isLoop = parent !== undefined && [parent, ...above(model, parent)].includes(one.item);
      const moved = await movePage(site.dependencies, person('editor', 'eva'), { id: one.item, parent });
      expect(moved).toMatchObject({ ok: !isLoop });
      if (isLoop) return;
      if (parent === undefined) model.parents.delete(one.item);
      else model.parents.set(one.item, parent);
      return;
    }
    case 'menu':
      await site.write(SITE_NAVIGATION, { header: one.entries });
      model.draft = one.entries;
      return;
    case 'show': {
      if (model.draft.length === 0) return;
      expect(await publish(site, SITE_NAVIGATION, [...one.languages])).toMatchObject({ ok: true });
      for (const code of one.languages) model.menus.set(code as Language, model.draft);
    }
  }
}
