import type { Actor } from '#core/access/actor.ts';
import { may, requireMay } from '#core/access/policy.ts';
import { itemCards } from '#core/content/collections.ts';
import { isLost } from '#core/content/content-links.ts';
import { foldToAscii } from '#core/content-types/slugs.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { getDocuments } from '#core/documents/typed-documents.ts';
import { listFiles } from '#core/files/list-files.ts';
import { files } from '#core/files/site-file.ts';
import { titleOf } from '#core/item-cards/create-item-card.ts';
import type { Locale } from '#core/locales/locale.ts';
import { type FieldLink, fieldLink, LINKED_PAGES, readFieldLink } from '#core/rich-text/link-target.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { AdminServices } from '../../../context/context.ts';
import { createEditorTranslator } from '../context/read-editor-messages.ts';

/** What a text or a field can link to. */
export interface LinkTarget {
  /** Of an item, its id. */
  id: string;
  /** The address of a link to it, and the value of a field that leads there. */
  value: string;
  title: string;
  typeLabel: string;
  /** Whether it has a public page in the language of the text. */
  isPublished: boolean;
}

/** What a link of a field leads to, for people who write. */
export interface DescribedLink {
  title: string;
  /** Whether there is no such thing any more. */
  isGone?: true;
  /** The languages in which readers do not get it. */
  missingIn: Locale[];
}

type Services = { config: SiteConfig; store: DocumentStore };

/** Describes links by their values, in their order. @param about.language of the titles, where there are some @throws {Forbidden} */
export async function describeLinks(
  { config, store }: Services,
  actor: Actor,
  { values, language }: { values: readonly string[]; language: Locale },
): Promise<DescribedLink[]> {
  requireMay(actor, 'draft.read');
  const links = values.map(readFieldLink);
  const keysOf = (place: FieldLink['to']) =>
    links.flatMap((link) => (link && 'key' in link && link.to === place ? link.key : []));
  const [cards, found] = await Promise.all([
    getDocuments(
      store,
      keysOf('item').map((id) => itemCards.at(id)),
    ),
    getDocuments(
      store,
      keysOf('file').map((id) => files.at(id)),
    ),
  ]);
  const cardOf = new Map(cards.flatMap((card) => (card ? [[card.data.id, card.data]] : [])));
  const fileOf = new Map(found.flatMap((file) => (file ? [[file.data.id, file.data]] : [])));
  const gone = (title: string): DescribedLink => ({ title, isGone: true, missingIn: [] });
  return links.map((link, index): DescribedLink => {
    if (link === undefined) return { title: values[index] ?? '', missingIn: [] };
    if (link.to === 'outside') return { title: link.href, missingIn: [] };
    if (link.to === 'item') {
      const card = cardOf.get(link.key);
      if (!card || card.place === 'trash' || card.place === 'purging') return gone(link.key);
      const missing = config.locales.filter(({ code }) => card.languages[code]?.publishedSlug === undefined);
      return { title: titleOf(card, language) || card.id, missingIn: missing.map(({ code }) => code) };
    }
    if (link.to === 'file') {
      const file = fileOf.get(link.key);
      return file && file.trashedAt === undefined
        ? { title: file.languages[language]?.title ?? file.current.name, missingIn: [] }
        : gone(link.key);
    }
    const title = placeName(config, { to: link.to, key: link.key }, language);
    return title === undefined ? gone(link.key) : { title, missingIn: [] };
  });
}

/** What a listing or page is called in a language; `undefined` if the configuration does not have it. */
function placeName(
  config: SiteConfig,
  link: { to: 'listing' | 'page'; key: string },
  locale: Locale,
): string | undefined {
  if (isLost(config, link)) return undefined;
  if (link.to === 'listing')
    return config.contentTypes.find(({ key }) => key === link.key)?.labels.plural[locale] ?? link.key;
  const own = LINKED_PAGES.find((name) => name === link.key);
  return own ? createEditorTranslator(locale)(`link.pages.${own}`) : (config.pages?.[link.key]?.[locale] ?? link.key);
}

/** The listings, fixed pages and files with words in their names, for fields that can lead to them. At most `limit` files. */
export async function findPlaces(
  { config, store, itemSearch }: Services & Pick<AdminServices, 'itemSearch'>,
  actor: Actor,
  { query, locale, limit }: { query: string; locale: Locale; limit: number },
): Promise<LinkTarget[]> {
  const t = createEditorTranslator(locale);
  const places: { to: 'listing' | 'page'; key: string }[] = [
    ...config.contentTypes.flatMap(({ key, appearsAs }) =>
      appearsAs === 'collection' ? [{ to: 'listing' as const, key }] : [],
    ),
    ...[...Object.keys(config.pages ?? {}), ...LINKED_PAGES].map((key) => ({ to: 'page' as const, key })),
  ];
  const wanted = foldToAscii(query);
  const named = places.flatMap((link): LinkTarget[] => {
    const title = placeName(config, link, locale) ?? link.key;
    if (!`-${foldToAscii(title)}`.includes(`-${wanted}`)) return [];
    const value = fieldLink(link.to, link.key);
    return [{ id: value, value, title, typeLabel: t(`link.kinds.${link.to}`), isPublished: true }];
  });
  if (query === '' || !may(actor, 'media.read')) return named;
  const { cards } = await listFiles({ store, findFiles: itemSearch.findFiles }, actor, {
    ...{ place: 'library', sort: 'uploaded', language: locale, words: query, limit },
  });
  const found = cards.map(({ id, name, languages }): LinkTarget => {
    const title = languages[locale]?.title ?? name;
    return { id, value: fieldLink('file', id), title, typeLabel: t('link.kinds.file'), isPublished: true };
  });
  return [...named, ...found];
}
