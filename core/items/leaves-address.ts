import type { Item } from '../content/item.ts';
import { slugProblem } from '../content-types/slugs.ts';
import type { Locale } from '../locales/locale.ts';

/** Whether publishing a language moves it away from an address: its draft has another valid slug. */
export function leavesAddress(item: Pick<Item, 'languages'>, language: Locale, slug: string): boolean {
  const next = item.languages[language]?.slug ?? '';
  return next !== slug && slugProblem(next) === undefined;
}

/** Whether the draft of a public language has another slug than its publication. */
export function isLeaving(item: Pick<Item, 'languages'>, language: Locale): boolean {
  const { publishedSlug } = item.languages[language] ?? {};
  return publishedSlug !== undefined && leavesAddress(item, language, publishedSlug);
}
