import type { Item } from '../content/item.ts';
import { slugProblem } from '../content-types/slugs.ts';
import type { Locale } from '../locales/locale.ts';

/** Whether publishing a language of an item takes it from an address: its draft asks for another one that it can have. */
export function leavesAddress(item: Pick<Item, 'languages'>, language: Locale, slug: string): boolean {
  const next = item.languages[language]?.slug ?? '';
  return next !== slug && slugProblem(next) === undefined;
}

/** Whether the draft of a public language asks for another address than it stands at. */
export function isLeaving(item: Pick<Item, 'languages'>, language: Locale): boolean {
  const { publishedSlug } = item.languages[language] ?? {};
  return publishedSlug !== undefined && leavesAddress(item, language, publishedSlug);
}
