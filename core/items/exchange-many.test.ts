import { expect, test } from 'vitest';
import { testConfig } from '../../test/helpers/content/create-content-site.ts';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import type { Item } from '../content/item.ts';
import { MAX_WRITES_PER_COMMIT } from '../documents/document-store.ts';
import { MOST_STAGED_BYTES, MOST_TOGETHER, mostThatFit, mostWritesOfItem } from '../publishing/commit-room.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { ItemDependencies } from './change-item.ts';
import { standingOf } from './item-standing.ts';
import { publishItems } from './publish-items.ts';
import { undoTogether } from './undo-together.ts';

const eva = person('editor', 'eva');
const CODES = ['es', 'en', 'fr', 'de', 'it', 'pt', 'nl'];

/** A site with the given number of languages, and items published in all of them that swap addresses in a circle. */
async function createCircle(languages: number, items: number) {
  const codes = CODES.slice(0, languages);
  const [first] = testConfig.locales;
  const locales = codes.map((code) => ({ ...first, code, language: code, name: code, direction: 'ltr' as const }));
  const config: SiteConfig = { ...testConfig, locales };
  const site = createItemSite();
  const dependencies: ItemDependencies = { ...site.dependencies, config };
  const ids = Array.from({ length: items }, (_, index) => `n${index}`);
  const contents = (slug: string) =>
    Object.fromEntries(codes.map((code) => [code, finishedLanguage(`${slug}-${code}`)]));
  for (const id of ids) {
    await site.putItem(id, 'not-found', contents(id));
    const target = [{ id, languages: codes }];
    expect(await publishItems(dependencies, eva, target, { acceptWarnings: true })).toMatchObject({ ok: true });
  }
  for (const [index, id] of ids.entries()) {
    const next = ids[(index + 1) % items] ?? '';
    const withSlugs = (item: Item) =>
      Object.entries(item.languages).map(([code, content]) => [code, { ...content, slug: `${next}-${code}` }]);
    await site.editItem(id, (item) => ({ ...item, languages: Object.fromEntries(withSlugs(item)) }));
  }
  const slugs = () => Promise.all(ids.map(async (id) => (await site.getItem(id)).data.languages.es?.publishedSlug));
  const targets = ids.map((id) => ({ id, languages: codes }));
  return { site, dependencies, ids, targets, slugs };
}

test('30 items exchange their addresses in four languages in one action, and one undo reverts it', async () => {
  const { site, dependencies, ids, targets, slugs } = await createCircle(4, MOST_TOGETHER);
  const before = await Promise.all(ids.map(async (id) => standingOf((await site.getItem(id)).data)));
  const outcome = await publishItems(dependencies, eva, targets, { acceptWarnings: true });
  expect(outcome).toMatchObject({ ok: true });
  expect(await slugs()).toEqual(ids.map((_, index) => `n${(index + 1) % ids.length}-es`));
  const after = await Promise.all(ids.map(async (id) => standingOf((await site.getItem(id)).data)));
  const changes = before.flatMap((standing, index) => {
    const is = after[index];
    return is ? [{ before: standing, after: is }] : [];
  });
  expect(await undoTogether(dependencies, eva, changes)).toEqual({ ok: true });
  expect(await slugs()).toEqual(ids.map((id) => `${id}-es`));
});

test('what is more than one commit can hold is refused with how many would fit, and nothing has changed', async () => {
  const { dependencies, ids, targets, slugs } = await createCircle(7, 24);
  const outcome = await publishItems(dependencies, eva, targets, { acceptWarnings: true });
  expect(outcome).toMatchObject({ ok: false, id: 'n0', reason: 'too-many' });
  const most = !outcome.ok && outcome.reason === 'too-many' ? outcome.most : 0;
  expect(most).toBe(20);
  expect(await slugs()).toEqual(ids.map((id) => `${id}-es`));
  // One language at a time, as the error message advises.
  for (const language of CODES) {
    const part = targets.map(({ id }) => ({ id, languages: [language] }));
    expect(await publishItems(dependencies, eva, part, { acceptWarnings: true })).toMatchObject({ ok: true });
  }
  expect(await slugs()).toEqual(ids.map((_, index) => `n${(index + 1) % ids.length}-es`));
});

test('how many fit follows from what is staged', () => {
  const staged = (size: number, bytes = 0) => ({ size: () => size, bytes: () => bytes });
  expect(mostThatFit(staged(MAX_WRITES_PER_COMMIT, MOST_STAGED_BYTES), 30)).toBeUndefined();
  expect(mostThatFit(staged(2 * MAX_WRITES_PER_COMMIT), 30)).toBe(15);
  expect(mostThatFit(staged(9 * MAX_WRITES_PER_COMMIT), 1)).toBe(1);
  expect(mostThatFit(staged(1, 3 * MOST_STAGED_BYTES), 30)).toBe(10);
  expect(mostWritesOfItem(testConfig)).toBe(17);
});
