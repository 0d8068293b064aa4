import { dirname, join, resolve, sep } from 'node:path';
import { foldToAscii } from '#core/content-types/slugs.ts';
import type { Locale } from '#core/locales/locale.ts';
import { decodePart } from '#core/locales/localized-path.ts';
import { changeLink } from '../foreign-text.ts';
import type { FormerSite } from './former-site.ts';

/** What an address needs to be found. */
export interface LinkedPost {
  file: string;
  id: string;
  /** Paths on the former site. */
  addresses: readonly string[];
  site: FormerSite;
  language: Locale;
  front: { body: string };
}

/** Finds the items that posts link to: by the path of a file, or by an address of the former site. */
export function linkFinder(posts: readonly LinkedPost[]): (file: string, href: string) => string {
  const files = new Map<string, string>();
  const addresses = new Map<string, string>();
  const bodies = new Map(posts.map(({ id, front }) => [id, front.body] as const));
  for (const { file, id, site, language, addresses: own } of posts) {
    files.set(fileKey(resolve(file)), id);
    files.set(fileKey(resolve(file)).replace(/\.[a-z]{2,3}(?:-[a-z]{2})?$/i, ''), id);
    for (const address of own) {
      addresses.set(addressKey(address), id);
      // Links may leave out the path that all addresses begin with, and the language.
      const short = addressKey(address.slice(site.base.length));
      for (const key of [short, short.replace(`/${language}/`, '/')]) if (!addresses.has(key)) addresses.set(key, id);
    }
  }
  const hosts = new Set(posts.flatMap(({ site }) => [...site.hosts]));
  return (file, given) =>
    changeLink(given, hosts, ({ path, hash }) => {
      const places = path.startsWith('/')
        ? []
        : [join(dirname(resolve(file)), path), join(withoutExtension(resolve(file)), path)];
      const known = addresses.get(addressKey(path)) ?? places.map((place) => files.get(fileKey(place))).find(Boolean);
      if (path === '' || known === undefined) return undefined;
      return { id: known, anchor: hash === '' ? '' : anchorOf(bodies.get(known) ?? '', hash) };
    });
}

/** A heading whose id is said: `## Words {#id}`. */
const NAMED_HEADING = /^ {0,3}#{1,6} +(\S.*?) *\{:? *#([\w-]{1,200})[^{}\n]*\} *$/gm;

/** The anchor that a heading has here, by the fragment that led to it on another site: its id, or its words. */
export function anchorOf(body: string, fragment: string): string {
  const wanted = decodePart(fragment);
  const words = body.includes(`#${wanted}`)
    ? [...body.matchAll(NAMED_HEADING)].find(([, , id]) => id === wanted)?.[1]
    : undefined;
  return foldToAscii((words ?? wanted).replace(/[*_`]/g, '')) || wanted;
}

function fileKey(path: string): string {
  const plain = withoutExtension(path.endsWith(sep) ? path.slice(0, -1) : path);
  return plain.replace(/[\\/]index(\.[\w-]+)?$/, '$1').toLowerCase();
}

function addressKey(path: string): string {
  return withoutExtension(decodePart(path).replace(/(?<!\/)\/+$/, ''))
    .replace(/\/index$/, '')
    .toLowerCase();
}

function withoutExtension(path: string): string {
  return path.replace(/\.(?:mdx?|markdown|html?)$/i, '');
}
