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
