import type { FieldValues } from '../content/item.ts';
import { brandProblem, readColor } from '../content-types/brand-scale.ts';
import type { ContentType } from '../content-types/content-type.ts';
import { isInvisible, visibleText } from '../content-types/invisible-text.ts';
import { readTimeOfDay } from '../content-types/time-spans.ts';
import type { JsonValue } from '../documents/document-store.ts';
import type { Locale } from '../locales/locale.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { SITE_CONTACT, SITE_IDENTITY } from '../site/site-types.ts';
import { SITE_WORDS, withWords } from '../site/site-words.ts';
import { webAddress } from '../site-blocks/plain-value-schema.ts';
import { type ContactDetails, type ContactNow, contactAt, type ExceptionalDay } from './open-state.ts';
import type { PublishedContent, ShownMedia } from './published-content.ts';

/** The configuration as readers of one language get it: what the owner published stands in place of the file's. */
export interface PublishedSite extends SiteConfig {
  /** The configuration of the file, if anything is published in its place. */
  file?: SiteConfig;
  /** Whether search engines may not have the site. */
  isHidden?: boolean;
  /** For places where the name has no room. */
  shortName?: string;
  logo?: ShownMedia;
  /** The logo on dark backgrounds. */
  logoDark?: ShownMedia;
  /** What pages without a cover are shared with. */
  sharePicture?: ShownMedia;
  /** In the tab of a browser. */
  favicon?: ShownMedia;
  /** Of links and buttons, as `#006162`. */
  color?: string;
}

const PICTURES = ['logo', 'logoDark', 'sharePicture', 'favicon'] as const;

/** The configuration in a language, with the published identity and names of the site; as it is if nothing of it is published. */
export async function readPublishedSite<Config extends SiteConfig>(
  given: Config,
  content: Pick<PublishedContent, 'siteValues' | 'media' | 'setting'>,
  locale: Locale,
): Promise<Config & PublishedSite> {
  const [identity, words, engines] = await Promise.all([
    content.siteValues(locale, SITE_IDENTITY),
    content.siteValues(locale, SITE_WORDS),
    content.setting('search-engines'),
  ]);
  const config: Config & PublishedSite = withWords(given, locale, words);
  const values = textsIn(identity);
  const isHidden = engines === 'none';
  const { foundingYear } = identity;
  if (Object.keys(values).length === 0 && foundingYear === undefined)
    return isHidden ? { ...config, isHidden } : config;
  const { name, description, shortName, schemaType, legalName } = values;
  const color = readColor(values.color ?? '');
  const files = await content.media(
    PICTURES.flatMap((key) => values[key] ?? []),
    locale,
  );
  const pictures = PICTURES.flatMap((key) => {
    const file = files.get(values[key] ?? '');
    return file?.contentType.startsWith('image/') ? [[key, file] as const] : [];
  });
  return {
    ...config,
    file: given,
    ...(isHidden && { isHidden }),
    ...(name && { name: { ...config.name, [locale]: name } }),
    ...(description && { description: { ...config.description, [locale]: description } }),
    ...(shortName && { shortName }),
    // One that another version of the site accepted may be too light now.
    ...(color && !brandProblem(color) && { color }),
    organization: {
      ...config.organization,
      ...(schemaType && { schemaType }),
      ...(legalName && { legalName }),
      ...(typeof foundingYear === 'number' && { foundingYear }),
    },
    ...Object.fromEntries(pictures),
  };
}

/** A type with the published names of a language, for what a page shows in another language than its own. */
export async function readNamedType(
  config: SiteConfig,
  content: Pick<PublishedContent, 'siteValues'>,
  type: ContentType,
  language: Locale,
): Promise<ContentType> {
  const named = withWords(config, language, await content.siteValues(language, SITE_WORDS));
  return named.contentTypes.find(({ key }) => key === type.key) ?? type;
}

/** The values that are texts, without empty ones. */
function textsIn(values: FieldValues): { [key: string]: string } {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      typeof value === 'string' && !isInvisible(value) ? [[key, value.trim()]] : [],
    ),
  );
}

/**
 * The contact details in a language: each as it is published for the site, else as in the fields of the contact page.
 * Who shows them is made again when they change with the time.
 * @param page the fields of the contact page; empty if it is not published
 */
export async function readSiteContact(
  content: Pick<PublishedContent, 'siteValues' | 'setting' | 'until'>,
  locale: Locale,
  page: FieldValues,
  now = Date.now(),
): Promise<ContactNow> {
  const own = readContactDetails(await content.siteValues(locale, SITE_CONTACT));
  const former = readContactDetails(page);
  const { openingHours } = own.openingHours.length > 0 ? own : former;
  const details = { ...former, ...own, openingHours };
  if (openingHours.length === 0 && !details.exceptionalDays) return details;
  const { contact, until } = contactAt(details, await content.setting('time-zone'), now);
  content.until(until);
  return contact;
}

const CONTACT_FIELDS = ['phone', 'email', 'address', 'openingHours'];

/** The fields of a publication that are contact details. */
export function contactFieldsOf({ itemId }: { itemId: string }): string[] {
  return itemId === 'contact' ? CONTACT_FIELDS : [];
}

/** The contact details in the fields of a publication; missing or malformed ones are left out. */
export function readContactDetails(fields: FieldValues): ContactDetails {
  const details: ContactDetails = { openingHours: [] };
  for (const key of ['phone', 'email', 'address', 'mapUrl'] as const) {
    const value = fields[key];
    if (typeof value === 'string' && visibleText(value) !== '') details[key] = value;
  }
  if (details.mapUrl !== undefined && !isOutside(details.mapUrl)) delete details.mapUrl;
  const profiles = (Array.isArray(fields.profiles) ? fields.profiles : []).flatMap((entry) => {
    const { name, url } = Object(entry);
    return typeof name === 'string' && typeof url === 'string' && isOutside(url) ? { name, url } : [];
  });
  if (profiles.length > 0) details.profiles = profiles;
  for (const entry of Array.isArray(fields.openingHours) ? fields.openingHours : []) {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) continue;
    const { days, opens, closes } = entry;
    if (!Array.isArray(days) || typeof opens !== 'string' || typeof closes !== 'string') continue;
    const times = { opens: readTimeOfDay(opens) ?? opens, closes: readTimeOfDay(closes) ?? closes };
    details.openingHours.push({ days: days.map(Number).filter(isWeekday), ...times });
  }
  const days = (Array.isArray(fields.exceptionalDays) ? fields.exceptionalDays : []).flatMap(readExceptionalDay);
  if (days.length > 0) details.exceptionalDays = days;
  return details;
}

function readExceptionalDay(entry: JsonValue): ExceptionalDay[] {
  const { from, to = from, opens, closes, reason } = Object(entry) as { [member: string]: unknown };
  if (!isDay(from) || !isDay(to) || to < from) return [];
  const times = [opens, closes].flatMap((time) => (typeof time === 'string' ? (readTimeOfDay(time) ?? []) : []));
  const [start, end] = times;
  return [
    {
      ...{ from, to },
      ...(start !== undefined && end !== undefined && { opens: start, closes: end }),
      ...(visibleText(reason) !== '' && { reason: visibleText(reason) }),
    },
  ];
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
}

/** Whether a page may link to an address outside: the field of a type that was changed may hold anything. */
function isOutside(address: string): boolean {
  return webAddress.safeParse(address).success;
}

/** By its ISO 8601 number. */
function isWeekday(day: number): boolean {
  return Number.isInteger(day) && day >= 1 && day <= 7;
}
