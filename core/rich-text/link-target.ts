/** Why an address may not be linked to, or `undefined` if it may. The allowed protocols are those of `RichTextMark`. */
export function linkTargetProblem(href: unknown): string | undefined {
  if (typeof href !== 'string' || href === '') return 'a link needs an address';
  if (href.length > 2_000) return 'the address of a link may have at most 2,000 characters';
  // Browsers strip control characters and spaces from an address before parsing its protocol.
  if (/[\p{Cc}\s]/u.test(href)) return `the address "${printable(href)}" has a space or a control character`;
  if (href.startsWith('#')) return undefined;
  if (href.startsWith('/')) {
    return /^\/[/\\]/.test(href) ? `the address "${href}" leads to another site; write it with https:` : undefined;
  }
  if (href.startsWith('item:')) {
    return itemOfLink(href) ? undefined : `"${href}" does not name an item (item:some-id)`;
  }
  if (/^https?:\/\/[^/]/i.test(href) || /^mailto:[^@]+@[^@]+$/i.test(href) || /^tel:\+?[\d()./-]+$/i.test(href)) {
    return undefined;
  }
  return `the address "${href}" is not allowed: links start with https:, http:, mailto:, tel:, #, / or item:`;
}

/** Whether an address leads to another website without encryption: others can read and change what is sent. */
export function isUnencrypted(href: string): boolean {
  return /^http:/i.test(href);
}

/** The address of a link to an item, independent of its slug. */
export function linkToItem(id: string): string {
  return `item:${id}`;
}

/** The item id in an address of the form `item:{id}`, optionally with a fragment. */
export function itemOfLink(href: string): string | undefined {
  return /^item:([a-z0-9](?:[a-z0-9-]{0,118}[a-z0-9])?)(?:#.+)?$/.exec(href)?.[1];
}

/** The fragment of an address, without its sign; empty if it has none. */
export function fragmentOf(href: string): string {
  return /#(.*)$/.exec(href)?.[1] ?? '';
}

function printable(text: string): string {
  return text.replace(/[\p{Cc}\s]/gu, '␣');
}

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

/** Whether an address has the name or password of an account, which browsers send and show to nobody; the name may look like a website. */
export function namesAccount(address: string): boolean {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username !== '' || password !== '';
}
