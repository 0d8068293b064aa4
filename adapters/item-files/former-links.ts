import { linkToItem } from '#core/rich-text/link-target.ts';

/** An address of a former site; `hash` is without its sign. */
export interface FormerAddress {
  path: string;
  query: URLSearchParams;
  hash: string;
}

/** The host of an address, without www. */
export function hostOf(address: string): string {
  return new URL(address).host.replace(/^www\./, '');
}

/**
 * Changes addresses of a former site to links to items, and leaves others.
 * @param hosts of the former site, without www
 * @param find the id of an item, and the anchor in it, or nothing
 */
export function changeLink(
  href: string,
  hosts: ReadonlySet<string>,
  find: (address: FormerAddress) => { id: string; anchor: string } | undefined,
): string {
  const address = href.trim();
  const isWhole = /^(?:https?:)?\/\//i.test(address);
  const isOwn =
    isWhole &&
    URL.canParse(address, 'https://a.example') &&
    hosts.has(hostOf(new URL(address, 'https://a.example').href));
  if (!isOwn && /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address)) return address;
  const [, path = '', query, hash = ''] =
    /^(?:(?:https?:)?\/\/[^/?#]+)?([^?#]*)(?:\?([^#]*))?(?:#(\S+))?/i.exec(address) ?? [];
  const found = find({ path, query: new URLSearchParams(query), hash });
  return found === undefined ? address : linkToItem(found.id) + (found.anchor === '' ? '' : `#${found.anchor}`);
}
