import type { ReaderOptions } from '#core/importing/item-reader.ts';
import { type Findings, membersOf } from '../foreign-text.ts';
import type { FrontMatter } from './front-matter.ts';

/** The names that posts give to the members of an item, in lower case; the first one present counts. */
const NAMES: { [member: string]: string[] } = {
  id: ['id'],
  title: ['title'],
  summary: ['summary', 'excerpt', 'description', 'lead'],
  'seo.title': [],
  'seo.description': ['description'],
  publishedAt: ['date', 'pubdate', 'publishdate', 'pubdatetime', 'publishedat', 'published', 'created', 'createdat'],
  expiresAt: ['expirydate', 'unpublishdate'],
  draft: ['draft'],
  author: ['author', 'authors'],
  tags: ['tags', 'tag'],
  categories: ['categories', 'category'],
  slug: ['slug'],
  address: ['url', 'permalink'],
  aliases: ['aliases', 'alias', 'redirect_from', 'redirectfrom'],
  translationKey: ['translationkey', 'translation_key'],
  language: ['lang', 'language', 'locale'],
  type: ['type'],
  cover: 'cover heroimage hero image images featuredimage featured_image thumbnail banner ogimage'.split(' '),
  coverAlt: 'coveralt heroimagealt heroalt imagealt image_alt featuredimagealt featured_image_alt bannerimagealt'.split(
    ' ',
  ),
  seo: ['seo'],
  fields: ['fields'],
};

/** Properties that say only how the other program shows a post, or when a file was changed. */
const PRESENTATION = new Set(
  (
    'layout template weight order menu menus toc showtoc tocopen comments math katex mathjax linktitle outputs markup sitemap ' +
    'build _build cascade headless iscjklanguage kind lastmod updated updateddate updatedat modified modifieddate moddatetime ' +
    'featured pinned sticky readingtime resources hidemeta sharebuttons canonicalurl'
  ).split(' '),
);

/** What a map says of a property that is left out. */
const LEFT_OUT = '-';

export interface Property {
  value: unknown;
  /** As the file has it. */
  name: string;
  line: number;
}

/** The properties of a post by the member of an item that they become, such as `title` or `fields.minutes`. */
export type Properties = ReadonlyMap<string, Property>;

/**
 * Sorts the properties of a post. A name from the person's map comes first, then the usual ones, then the fields of the type.
 * @param fieldKeys of the content type
 */
export function sortProperties(
  front: FrontMatter & { ok: true },
  { map }: Pick<ReaderOptions, 'map'>,
  fieldKeys: readonly string[],
  lose: Findings['lose'],
): Properties {
  const { params, ...own } = front.properties;
  const group = membersOf(params);
  const all = Object.entries(group === params ? { ...group, ...own } : front.properties);
  const found = new Map<string, Property>();
  const unknown = new Set(all.map(([name]) => name));
  const take = (member: string, [name, value]: [string, unknown]) => {
    unknown.delete(name);
    if (!found.has(member) && value !== null && value !== undefined && value !== '') {
      found.set(member, { value, name, line: front.lineOf(name) });
    }
  };
  for (const entry of all) {
    const member = map?.get(entry[0]);
    if (member === undefined) continue;
    const own = member.replace(/^languages\.[^.]+\./, '');
    if (own === LEFT_OUT) unknown.delete(entry[0]);
    else if (Object.hasOwn(NAMES, own) || own.startsWith('fields.')) take(own, entry);
  }
  for (const [member, names] of Object.entries(NAMES)) {
    for (const wanted of names) {
      for (const entry of all) if (entry[0].toLowerCase() === wanted && !map?.has(entry[0])) take(member, entry);
    }
  }
  for (const entry of all) if (fieldKeys.includes(entry[0]) && unknown.has(entry[0])) take(`fields.${entry[0]}`, entry);
  for (const name of unknown) {
    if (PRESENTATION.has(name.toLowerCase())) continue;
    const message = `the property "${name}" has no place in an item: it is left out, unless --map names one`;
    lose({ path: [name], message, lineInText: front.lineOf(name) });
  }
  return found;
}
