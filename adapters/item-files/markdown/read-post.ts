import { momentIn } from '#core/clock/zoned-time.ts';
import { foldToAscii } from '#core/content-types/slugs.ts';
import type { ReaderOptions } from '#core/importing/item-reader.ts';
import type { Locale } from '#core/locales/locale.ts';
import { fixedPageNamed, localeNamed, tagNamed, typeNamed } from '../foreign-names.ts';
import { createFindings, type Finding, type Findings, membersOf } from '../foreign-text.ts';
import { type AddressParts, type FormerSite, fillPattern } from './former-site.ts';
import type { FrontMatter } from './front-matter.ts';
import type { PostPlace } from './post-place.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{1,2}:\d{2})(:\d{2}(?:\.\d+)?)? ?(?:([Zz])|([+-]\d{2}):?(\d{2}))?$/;
const SPOKEN = /^(?:[A-Za-z]{3,9}\.? \d{1,2},? \d{4}|\d{1,2} [A-Za-z]{3,9} \d{4}|\d{4}\/\d{1,2}\/\d{1,2})$/;

/**
 * A date as files of posts have it, as a day or a moment of ISO 8601: `2022-07-08`, `2022-07-08 10:00:00 +0200`, `Jul 08 2022`.
 * One without an offset is in the time zone of the site. `undefined` for anything else.
 */
function readDate(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const moment = MOMENT.exec(text);
  if (moment) {
    const [, day, time = '', seconds = ':00', zulu, hours, minutes] = moment;
    return valid(`${day}T${time.padStart(5, '0')}${seconds}${hours ? `${hours}:${minutes}` : zulu ? 'Z' : ''}`);
  }
  if (DAY.test(text)) return valid(text);
  if (!SPOKEN.test(text)) return undefined;
  const time = Date.parse(`${text} UTC`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
}

function valid(date: string): string | undefined {
  return Number.isNaN(Date.parse(date)) ? undefined : date;
}

/** A file of a post, in one language, without its text. */
export interface Post {
  file: string;
  root: string;
  /** Where it was public before. */
  site: FormerSite;
  front: FrontMatter & { ok: true };
  language: Locale;
  /** Posts with the same one are the languages of an item. */
  group: string;
  id: string;
  /** An id with the day and the folders, for where the name alone is that of another item. */
  longId: string;
  /** The date that the name of the file has. */
  day?: string;
  type: string;
  slug: string;
  addresses: string[];
  publishedAt: string | undefined;
  isDraft: boolean;
  author: string | undefined;
  tags: string[];
  properties: Properties;
  findings: Findings;
}

/** Reads everything of a post but its text. */
export function readPost(
  options: ReaderOptions,
  { file, root, place, front, site }: Pick<Post, 'file' | 'root' | 'front' | 'site'> & { place: PostPlace },
): Post {
  const { config } = options;
  const findings = createFindings(options);
  const named = { ...front.properties, ...membersOf(front.properties.params) };
  const type = typeOf(options, place, named.type);
  const fields = config.contentTypes.find(({ key }) => key === type)?.fields.map(({ key }) => key) ?? [];
  const lost: Finding[] = [];
  const properties = sortProperties(front, options, fields, (finding) => lost.push(finding));
  const textOf = (member: string) => readText(properties.get(member));
  const said = textOf('language');
  const language =
    (said && (localeNamed(config, said) ?? said)) ?? place.language ?? options.language ?? config.defaultLocale;
  const inLanguage = ['languages', language];
  for (const { path, ...finding } of lost) findings.lose({ ...finding, path: [...inLanguage, ...path] });
  const tellTo =
    (list: Finding[]): TellProperty =>
    ({ name, line }, message) =>
      list.push({ path: [...inLanguage, name], message, lineInText: line });
  const [refuse, note] = [tellTo(findings.problems), tellTo(findings.notes)];
  if (type === '') {
    const keys = config.contentTypes.map(({ key }) => key).join(', ');
    const message = `no folder of the post is named like one: say it with --type, which is one of ${keys}`;
    findings.problems.push({ path: ['type'], message, lineInText: 1 });
  }
  const translationKey = textOf('translationKey');
  const ofFrontPage = place.name === '' ? 'home' : '';
  const { slug: ownSlug, addresses } = addressesOf(options, place, language, site, properties);
  const slug = ownSlug || ofFrontPage;
  const tags = ['tags', 'categories'].flatMap((member) => readNames(properties.get(member)));
  return {
    file,
    root,
    site,
    front,
    language,
    group: translationKey === undefined ? [...place.folders, place.name].join('/') : `key:${translationKey}`,
    longId: foldToAscii([...place.folders, ...(place.day ? [place.day] : []), place.name].join('-')),
    ...(place.day !== undefined && { day: place.day }),
    id: textOf('id') ?? (foldToAscii(translationKey ?? place.name) || ofFrontPage),
    type,
    slug,
    addresses,
    ...readState(config.timeZone, place, properties, refuse, note),
    author: readNames(properties.get('author')).join(', ') || undefined,
    tags: [...new Set(tags.map((tag) => tagNamed(config, tag) ?? tag))],
    properties,
    findings,
  };
}

function typeOf({ config, type }: ReaderOptions, { folders, name }: PostPlace, named: unknown): string {
  const byFolder = folders.map((folder) => typeNamed(config, folder)).find((key) => key !== undefined);
  const byName = typeof named === 'string' ? typeNamed(config, named) : undefined;
  const isOfSite = folders.length === 0 && fixedPageNamed(name) !== undefined;
  const page =
    folders.length === 0 || name === '' ? config.contentTypes.find(({ appearsAs }) => appearsAs === 'page') : undefined;
  return byName ?? byFolder ?? (isOfSite ? page?.key : undefined) ?? (type || page?.key) ?? '';
}

type TellProperty = (property: Property, message: string) => void;

/** The date of a post, and whether it is one only for its team: a draft, not yet due, or no longer. */
function readState(
  timeZone: string,
  { day }: PostPlace,
  properties: Properties,
  refuse: TellProperty,
  note: TellProperty,
): Pick<Post, 'publishedAt' | 'isDraft'> {
  const given = properties.get('publishedAt');
  const isSwitch = typeof given?.value === 'boolean';
  const date = given && !isSwitch ? readDate(given.value) : day;
  if (given && !isSwitch && date === undefined)
    refuse(given, 'is not a date such as 2026-05-04 or 2026-05-04T09:00:00-06:00');
  const isMarked = properties.get('draft')?.value === true || given?.value === false;
  const expires = properties.get('expiresAt');
  const isFuture = date !== undefined && momentIn(timeZone, date) > Date.now();
  const isOver = momentIn(timeZone, readDate(expires?.value) ?? '') < Date.now();
  if (isFuture && given) note(given, 'lies in the future: it becomes a draft');
  if (isOver && expires) note(expires, 'is over: it becomes a draft');
  return {
    publishedAt: isFuture ? undefined : date,
    isDraft: isMarked || isFuture || isOver,
  };
}

/** The addresses that a post had, of which the first one is its own if it says one; and its slug. */
function addressesOf(
  { config }: ReaderOptions,
  place: PostPlace,
  language: Locale,
  site: FormerSite,
  properties: Properties,
): { slug: string; addresses: string[] } {
  const given = readText(properties.get('slug'));
  const named = lastPart(given);
  const isDefault = language === (site.language ?? config.defaultLocale);
  const parts: AddressParts = {
    ...place,
    slug: named || place.name,
    title: readText(properties.get('title')) ?? '',
    day: readDate(properties.get('publishedAt')?.value)?.slice(0, 10) ?? place.day,
    categories: readNames(properties.get('categories')),
  };
  const within = (address: string) =>
    address.startsWith('/') || place.folders.length === 0 ? `/${address}` : `/${place.folders.join('/')}/${address}`;
  const own = readNames(properties.get('address')).flatMap((address) => fillPattern(within(address), parts) ?? []);
  if (given?.includes('/')) own.push(within(given));
  const pattern = place.folders.map((folder) => site.patterns.get(folder)).find((found) => found !== undefined);
  const filled = pattern === undefined ? undefined : fillPattern(pattern, parts);
  const names = place.isWhole ? new Set(named ? [named] : [place.name, place.fullName]) : [];
  const paths = [...names].map((name) => ['', ...place.folders, name].filter((part, at) => at === 0 || part).join('/'));
  const derived = [
    ...(filled === undefined ? [] : [filled, `/${language}${filled}`]),
    ...paths.flatMap((path) => (path === '' ? [] : [`/${language}${path}`, ...(isDefault ? [path] : [])])),
  ];
  const plain = [...own, ...readNames(properties.get('aliases')).map(within), ...derived].map((address) =>
    `${address.startsWith(`${site.base}/`) ? '' : site.base}${address}`
      .replace(/[?#].*$/, '')
      .replace(/\/{2,}/g, '/')
      .replace(/(?<=.)\/$/, ''),
  );
  const said = lastPart(own[0]?.replace(/(?:\/index)?\.html?$/, ''));
  return {
    slug: foldToAscii(named || said || place.name),
    addresses: [...new Set(plain)].filter((address) => address !== '/' && address !== site.base),
  };
}

export function readText(property: Property | undefined): string | undefined {
  const value = property?.value;
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : undefined;
}

/** A text, a list of them, or objects with a name. */
function readNames(property: Property | undefined): string[] {
  const values = Array.isArray(property?.value) ? property.value : [property?.value];
  return values.flatMap((value: unknown) => {
    const own = typeof value === 'object' && value !== null && 'name' in value ? value.name : value;
    return typeof own === 'string' || typeof own === 'number' ? [String(own).trim()] : [];
  });
}

function lastPart(address: string | undefined): string {
  return address?.split('/').filter(Boolean).at(-1) ?? '';
}

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

interface Property {
  value: unknown;
  /** As the file has it. */
  name: string;
  line: number;
}

/** The properties of a post by the member of an item that they become, such as `title` or `fields.minutes`. */
type Properties = ReadonlyMap<string, Property>;

/**
 * Sorts the properties of a post. A name from the person's map comes first, then the usual ones, then the fields of the type.
 * @param fieldKeys of the content type
 */
function sortProperties(
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
