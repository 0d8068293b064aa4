import type { Actor } from '#core/access/actor.ts';
import { requireMay } from '#core/access/policy.ts';
import { targetOfAddress } from '#core/addresses/find-dead-addresses.ts';
import { itemCards } from '#core/content/collections.ts';
import type { ItemCard } from '#core/content/item-card.ts';
import { foldToAscii } from '#core/content-types/slugs.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { listItemCards } from '#core/item-cards/list-item-cards.ts';
import type { Locale } from '#core/locales/locale.ts';
import { splitLocale } from '#core/locales/localized-path.ts';
import { itemOfLink, linkTargetProblem, linkToItem, readFieldLink } from '#core/rich-text/link-target.ts';
import { listedTypes } from '#core/site/content-paths.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { AdminServices, PageServices } from '../../../context/context.ts';
import { findItems } from '../../items/actions/find-items.ts';
import { findPlaces, type LinkTarget } from './describe-links.ts';

/** Maximum items in the result. */
const LIMIT = 8;

/** Maximum items per type from the full-text search. */
const FOUND = 40;

/** Maximum recently edited items whose titles are also searched: the full-text search may not have their latest words yet. */
const LATEST = 100;

/** The typed text, if it is an address. */
export interface TypedAddress {
  href: string;
  isAllowed: boolean;
  /** The other language of the address. */
  crossesTo?: Locale;
}

export interface LinkTargets {
  targets: LinkTarget[];
  typed?: TypedAddress;
}

interface LinkSearch {
  query: string;
  /** The language of the linking text. */
  language: Locale;
  /** The language of the page. */
  locale: Locale;
  /** Only items of this type. */
  type?: string | undefined;
  /** Whether a field looks for where it leads: to listings, fixed pages and files as well, and of addresses to those outside alone. */
  isField?: boolean;
}

type Services = Pick<PageServices, 'config' | 'content' | 'origin'> & Pick<AdminServices, 'store' | 'itemSearch'>;

/**
 * Finds items by words of their title in any language, else of their texts, and the item at an address of this site. @throws
 * {Forbidden}
 */
export async function findLinkTargets(services: Services, actor: Actor, search: LinkSearch): Promise<LinkTargets> {
  const query = search.query.trim();
  const toTarget = (card: ItemCard) => targetOf(services.config, search, card);
  const typed = query === '' ? undefined : readAddress(query, services.origin);
  if (typed === undefined) {
    const cards = await findCards(services, actor, { ...search, query });
    const places = search.isField
      ? await findPlaces(services, actor, { query, locale: search.locale, limit: LIMIT })
      : [];
    return { targets: namedFirst(query, [...cards.slice(0, LIMIT).map(toTarget), ...places]) };
  }
  requireMay(actor, 'draft.read');
  const found = await itemAt(services, typed);
  const card = found === undefined ? undefined : (await getDocument(services.store, itemCards.at(found)))?.data;
  const isOffered = card?.place === 'shown' && typesOf(services, search).includes(card.type);
  const targets = card && isOffered ? [toTarget(card)] : [];
  // An id alone is no address to read.
  if (itemOfLink(typed) !== undefined) return { targets };
  const crossesTo = languageOfPath(services.config, typed);
  return {
    targets,
    typed: {
      href: typed,
      isAllowed: search.isField ? readFieldLink(typed) !== undefined : linkTargetProblem(typed) === undefined,
      ...(crossesTo !== undefined && crossesTo !== search.language && { crossesTo }),
    },
  };
}

/** What is called exactly as the query before what only has its words, in the order given. */
function namedFirst(query: string, targets: readonly LinkTarget[]): LinkTarget[] {
  const wanted = foldToAscii(query);
  const isNamed = ({ title }: LinkTarget) => foldToAscii(title) === wanted;
  return [...targets.filter(isNamed), ...targets.filter((target) => !isNamed(target))];
}

/** The items with the words in a title; otherwise in their texts; without words, those edited last. */
async function findCards(services: Services, actor: Actor, search: LinkSearch): Promise<ItemCard[]> {
  const types = typesOf(services, search);
  const about = { place: 'shown', sort: 'edited', language: search.language } as const;
  const isTitled = matcherOf(search.query);
  const { cards: latest } = await listItemCards(services.store, actor, { ...about, types, limit: LATEST });
  if (search.query === '') return latest;
  const pages = await Promise.all(
    types.map((type) => findItems(services, actor, { q: search.query, search: { ...about, type }, limit: FOUND })),
  );
  const found = takingTurns(pages.map(({ cards }) => cards));
  const titled = [...found.filter(isTitled), ...latest.filter(isTitled)];
  const byId = new Map((titled.length > 0 ? titled : found).map((card) => [card.id, card]));
  return [...byId.values()];
}

function typesOf({ config }: Services, { type }: LinkSearch): string[] {
  return type === undefined ? listedTypes(config).map(({ key }) => key) : [type];
}

/** Interleaves lists: the best of each, then the second of each, and so on. */
function takingTurns<T>(lists: readonly T[][]): T[] {
  const length = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length }, (_, rank) => lists.flatMap((list) => list.slice(rank, rank + 1))).flat();
}

/** Every typed word must be a prefix of a word in a title, in one of the languages. */
function matcherOf(query: string): (card: ItemCard) => boolean {
  const wanted = foldToAscii(query).split('-').filter(Boolean);
  return ({ languages }) =>
    Object.values(languages).some(({ title }) => {
      const words = foldToAscii(title).split('-');
      return wanted.every((word) => words.some((own) => own.startsWith(word)));
    });
}

function targetOf(config: SiteConfig, { language, locale }: LinkSearch, card: ItemCard): LinkTarget {
  const titles = [language, card.sourceLanguage, ...Object.keys(card.languages)].map(
    (code) => card.languages[code]?.title,
  );
  const type = config.contentTypes.find(({ key }) => key === card.type);
  return {
    id: card.id,
    value: linkToItem(card.id),
    title: titles.find(Boolean) ?? card.id,
    typeLabel: type?.labels.singular[locale] ?? card.type,
    isPublished: card.languages[language]?.publishedSlug !== undefined,
  };
}

/** The typed text as an address, without the site's own origin; `undefined` for search words. */
function readAddress(typed: string, origin: string): string | undefined {
  if (typed.startsWith(`${origin}/`)) return typed.slice(origin.length);
  if (/^(?:[a-z][a-z\d+.-]*:\S+$|[/#])/i.test(typed)) return typed;
  return undefined;
}

/** The language of a path of this site; `undefined` for any other address. */
function languageOfPath(config: SiteConfig, href: string): Locale | undefined {
  return href.startsWith('/') ? splitLocale(config, href.split(/[?#]/)[0] ?? href).locale : undefined;
}

/** The item at a path of this site. */
async function itemAt({ config, content }: Services, href: string): Promise<string | undefined> {
  if (!href.startsWith('/')) return itemOfLink(href);
  const target = targetOfAddress(config, href);
  if (!target || !('slug' in target)) return undefined;
  const found = await content.resolve(target.language, target.type, target.slug).catch(() => undefined);
  return found?.kind === 'item' ? found.publication.itemId : undefined;
}
