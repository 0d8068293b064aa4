import { type PlacedPages, readPlacedPages } from '#core/addresses/page-places.ts';
import {
  type FieldValues,
  type Item,
  type ItemLanguage,
  plannedAction,
  type Review,
  type ReviewTurn,
  type Schedule,
} from '#core/content/item.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import type { DocumentReader } from '#core/documents/document-store.ts';
import type { Locale, Localized } from '#core/locales/locale.ts';
import { isRichText, type RichText } from '#core/rich-text/rich-text.ts';
import { writeHtml } from '#core/rich-text/write-html.ts';
import { writeMarkdown } from '#core/rich-text/write-markdown.ts';
import { itemPath } from '#core/site/content-paths.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { ItemResource } from './item-schemas.ts';
import type { ApiAnswer } from './route.ts';
import type { BodyForm, RichBody } from './shared-schemas.ts';

interface Site {
  config: SiteConfig;
  origin: string;
  store: DocumentReader;
}

/** An item with its version, as a response. */
export async function itemAnswer(
  site: Site,
  { item, version }: { item: Item; version: number },
  { status = 200, form = 'tiptap' }: { status?: number; form?: BodyForm } = {},
): Promise<ApiAnswer> {
  const isPage = site.config.contentTypes.find(({ key }) => key === item.type)?.appearsAs === 'page';
  const pages = isPage ? await readPlacedPages(site.store, item.type, [item.id]) : undefined;
  return {
    status,
    body: itemResourceOf({ ...site, pages }, { item, version }, form),
    headers: { ETag: etagOf(version) },
  };
}

export function etagOf(version: number): string {
  return `"${version}"`;
}

function itemResourceOf(
  site: Site & { pages: PlacedPages | undefined },
  { item, version }: { item: Item; version: number },
  form: BodyForm,
): ItemResource {
  const type = site.config.contentTypes.find(({ key }) => key === item.type);
  const place = site.pages?.tree.entry(item.id);
  const languages = Object.entries(item.languages).map(([language, content]) => [
    language,
    languageOf(site, { item, type, language, content }, form),
  ]);
  return {
    id: item.id,
    type: item.type,
    sourceLanguage: item.sourceLanguage,
    version,
    ...pick(item, ['author', 'authorId', 'authorName', 'editedBy']),
    ...times(item, ['createdAt', 'editedAt', 'trashedAt']),
    tags: item.tags,
    ...(place && { parent: place.parent, position: place.position }),
    ...(item.cover && { cover: { ...item.cover, alt: coverAlts(item) } }),
    fields: fieldsIn(type, item.fields, form),
    languages: Object.fromEntries(languages),
  };
}

function coverAlts({ languages }: Item): Localized {
  return Object.fromEntries(
    Object.entries(languages).flatMap(([code, { coverAlt }]) => (coverAlt ? [[code, coverAlt]] : [])),
  );
}

function languageOf(
  { config, origin, pages }: Site & { pages: PlacedPages | undefined },
  about: { item: Item; type: ContentType | undefined; language: Locale; content: ItemLanguage },
  form: BodyForm,
) {
  const { item, type, language, content } = about;
  const { publishedSlug, schedule, review } = content;
  const place = { itemId: item.id, type: item.type, slug: publishedSlug ?? '', above: pages?.above(item.id, language) };
  return {
    state: content.state,
    title: content.title,
    slug: content.slug,
    summary: content.summary,
    body: bodyIn(content.body, form),
    seo: content.seo,
    ...(content.coverAlt && { coverAlt: content.coverAlt }),
    ...(content.author && { author: content.author }),
    fields: fieldsIn(type, content.fields, form),
    revision: content.revision,
    ...(publishedSlug !== undefined && type && { url: origin + itemPath(config, language, place) }),
    ...pick(content, ['publishedSlug', 'translation']),
    ...times(content, ['firstPublishedAt', 'publishedAt']),
    ...(schedule && { schedule: scheduleOf(schedule) }),
    ...(review && { review: reviewOf(review) }),
  };
}

/** The editor's format, whose schema says of attributes that they are JSON. */
type Tiptap = Extract<RichBody, { tiptap: unknown }>['tiptap'];

/** A rich text in the requested format. */
export function bodyIn(richText: RichText, form: BodyForm): RichBody {
  if (form === 'markdown') return { markdown: writeMarkdown(richText) };
  return form === 'html' ? { html: writeHtml(richText) } : { tiptap: richText as Tiptap };
}

export function fieldsIn(type: ContentType | undefined, values: FieldValues, form: BodyForm): FieldValues {
  const isRich = (key: string) => type?.fields.some((field) => field.key === key && field.kind === 'rich-text');
  const told = Object.entries(values).map(([key, value]) => [
    key,
    isRich(key) && isRichText(value) ? bodyIn(value, form) : value,
  ]);
  return Object.fromEntries(told);
}

export function scheduleOf(schedule: Schedule) {
  const { failed } = schedule;
  const [publishBy, unpublishBy] = [plannedAction(schedule, 'publish')?.by, plannedAction(schedule, 'unpublish')?.by];
  return {
    ...times(schedule, ['publishAt', 'unpublishAt']),
    ...(publishBy && { publishBy }),
    ...(unpublishBy && { unpublishBy }),
    ...(failed && { failed: { ...failed, at: isoTime(failed.at) } }),
  };
}

export function reviewOf({ earlier, ...turn }: Review) {
  return { ...reviewTurnOf(turn), ...(earlier && { earlier: earlier.map(reviewTurnOf) }) };
}

function reviewTurnOf({ askedAt, sentBack, ...turn }: ReviewTurn) {
  return {
    askedAt: isoTime(askedAt),
    ...turn,
    ...(sentBack && { sentBack: { ...sentBack, at: isoTime(sentBack.at) } }),
  };
}

/** Converts members from milliseconds to UTC timestamps; missing ones stay missing. */
export function times<T extends object, K extends keyof T & string>(from: T, names: K[]): { [name in K]?: string } {
  const told = names.flatMap((name) => (typeof from[name] === 'number' ? [[name, isoTime(from[name])]] : []));
  return Object.fromEntries(told);
}

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Picks members of an object; missing ones stay missing. */
export function pick<T extends object, K extends keyof T>(
  from: T,
  names: K[],
): { [name in K]?: Exclude<T[name], undefined> } {
  const picked: { [name in K]?: Exclude<T[name], undefined> } = {};
  for (const name of names) if (from[name] !== undefined) picked[name] = from[name] as Exclude<T[K], undefined>;
  return picked;
}
