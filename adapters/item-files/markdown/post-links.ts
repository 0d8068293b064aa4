import { dirname, join, resolve, sep } from 'node:path';
import type { Locale } from '#core/locales/locale.ts';
import { linkToItem } from '#core/rich-text/link-target.ts';

/** What an address needs to be found. */
export interface LinkedPost {
  file: string;
  id: string;
  /** Paths on the former site. */
  addresses: readonly string[];
}

/** Finds the items that posts link to: by the path of a file, or by an address of the former site. */
export function linkFinder(posts: readonly LinkedPost[]): (file: string, href: string) => string {
  const files = new Map<string, string>();
  const addresses = new Map<string, string>();
  for (const { file, id, addresses: own } of posts) {
    files.set(fileKey(resolve(file)), id);
    files.set(fileKey(resolve(file)).replace(/\.[a-z]{2,3}(?:-[a-z]{2})?$/i, ''), id);
    for (const address of own) addresses.set(addressKey(address), id);
  }
  return (file, href) => {
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(href)) return href;
    const [, path = '', hash = ''] = /^([^?#]*)(?:\?[^#]*)?(#[\w-]+)?/.exec(href) ?? [];
    if (path === '') return href;
    const places = path.startsWith('/')
      ? []
      : [join(dirname(resolve(file)), path), join(withoutExtension(resolve(file)), path)];
    const id = addresses.get(addressKey(path)) ?? places.map((place) => files.get(fileKey(place))).find(Boolean);
    return id === undefined ? href : `${linkToItem(id)}${hash}`;
  };
}

function fileKey(path: string): string {
  const plain = withoutExtension(path.endsWith(sep) ? path.slice(0, -1) : path);
  return plain.replace(/[\\/]index(\.[\w-]+)?$/, '$1').toLowerCase();
}

function addressKey(path: string): string {
  return withoutExtension(path.replace(/\/+$/, '')).toLowerCase();
}

function withoutExtension(path: string): string {
  return path.replace(/\.(?:mdx?|markdown|html?)$/i, '');
}

/**
 * The addresses that a post has by its path on the former site: those of the default language also without its code.
 * @param path without the language, such as `posts/hello`
 */
export function addressesByPath(path: string, language: Locale, isDefault: boolean): string[] {
  if (path === '') return [];
  return [`/${language}/${path}`, ...(isDefault ? [`/${path}`] : [])];
}
