import { contentPath } from '#core/content/collections.ts';
import { titleOf } from '#core/content/create-item-card.ts';
import type { Item } from '#core/content/item.ts';
import type { Check } from '#core/content/publish-checks.ts';
import { findPartners } from '#core/items/find-partners.ts';
import type { Locale } from '#core/locales/locale.ts';
import { itemPaths, type ManagedItem } from './read-managed-item.ts';

/** The item that stands where another is to stand. */
export interface Holder {
  id: string;
  title: string;
  /** Of the page where it is written. */
  href: string;
  /** In which it goes from there once both are published together. */
  leaves: Locale[];
}

/** Those that checks of an item name. @param id of the item */
export async function readHolders(
  { dependencies, actor, request, t }: Pick<ManagedItem, 'dependencies' | 'actor' | 'request' | 't'>,
  id: string,
  checks: readonly Check[],
): Promise<Holder[]> {
  const taken = checks.filter(({ code }) => code === 'slug-taken');
  const ids = [...new Set(taken.flatMap(({ target }) => target ?? []))];
  const documents = ids.length > 0 ? await dependencies.store.batchGet(ids.map(contentPath.item)) : [];
  const holders = documents.flatMap((document): Holder[] => {
    if (!document) return [];
    const item = document.data as unknown as Item;
    const title = titleOf(item, request.locale) || t('untitled');
    return [{ id: item.id, title, href: itemPaths(request, item).editor, leaves: [] }];
  });
  for (const { target, language } of taken) {
    const partners = await findPartners(dependencies, actor, [{ id, languages: [language] }]);
    const holder = holders.find((each) => each.id === target);
    if (partners.some(({ item }) => item.id === target)) holder?.leaves.push(language);
  }
  return holders;
}
