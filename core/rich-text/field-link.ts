import { namesAccount } from '../content-types/names-account.ts';
import { itemOfLink, linkTargetProblem } from './link-target.ts';

/** What a field of the kind `link` can lead to on this site. */
const PLACES = ['item', 'listing', 'page', 'file'] as const;

/**
 * Where a field of the kind `link` leads: an item by its id, also a page or a topic, the listing of a type by its key, a page that is no
 * item by its name, a file of the library by its id, or an address outside.
 */
export type FieldLink = { to: (typeof PLACES)[number]; key: string } | { to: 'outside'; href: string };

/** The pages that a link can lead to although they are no items. Others are those of `pages` in the configuration. */
export const LINKED_PAGES = ['search', 'feed'] as const;

/** The value of a field that leads somewhere on this site: `item:{id}`, as links in texts have it, `listing:{type}`, `file:{id}`. */
export function fieldLink(to: (typeof PLACES)[number], key: string): string {
  return `${to}:${key}`;
}

/** Reads the value of a field; `undefined` for what nobody may be led to, such as an address that begins with `javascript:`. */
export function readFieldLink(value: unknown): FieldLink | undefined {
  if (typeof value !== 'string') return undefined;
  const [, prefix, key = ''] = /^([a-z]+):(.*)$/s.exec(value) ?? [];
  const to = PLACES.find((place) => place === prefix);
  if (to) {
    const isKey = to === 'file' ? /^[0-9a-f]{32}$/.test(key) : itemOfLink(`item:${key}`) === key;
    return isKey ? { to, key } : undefined;
  }
  const isOutside = /^(?:https|mailto|tel):/i.test(value) && linkTargetProblem(value) === undefined;
  return isOutside && URL.canParse(value) && !namesAccount(value) ? { to: 'outside', href: value } : undefined;
}
