import type { PublicationCard } from '#core/content/publication.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { PublishedItem } from '#core/public-content/published-content.ts';
import { itemPath } from '#core/site/content-paths.ts';
import type { PageServices } from '../../context/context.ts';

/** A link to a page. */
export interface PageLink {
  title: string;
  href: string;
}

/** Where a page stands among the others. */
export interface PagePlaceData {
  /** The pages above it, the outermost first. */
  above: PageLink[];
  /** The pages directly below it, in order. */
  below: (PageLink & { summary: string })[];
  /** The pages beside it, below the same one. */
  previous?: PageLink;
  next?: PageLink;
}

type Services = Pick<PageServices, 'config' | 'content'>;

/** The pages directly below one that are public in a language, in order. */
async function childPages(services: Services, locale: Locale, itemId: string): Promise<PagePlaceData['below']> {
  const below = await services.content.below(locale, itemId);
  const cards = await services.content.cards(
    locale,
    below.map((page) => page.itemId),
  );
  return cards.map((card) => ({ ...linkTo(services, locale, card), summary: card.summary }));
}

/** Where a page stands; `undefined` if it is at the top, and nothing is below it. */
export async function readPlace(
  services: Services,
  locale: Locale,
  { publication: { itemId }, above = {} }: PublishedItem,
): Promise<PagePlaceData | undefined> {
  const ids = (above[locale] ?? []).map((page) => page.itemId);
  const parent = ids.at(-1);
  const [below, siblings] = await Promise.all([
    childPages(services, locale, itemId),
    parent === undefined ? [] : services.content.below(locale, parent),
  ]);
  if (ids.length === 0 && below.length === 0) return undefined;
  const at = siblings.findIndex((page) => page.itemId === itemId);
  const beside = at < 0 ? [] : [siblings[at - 1], siblings[at + 1]];
  const wanted = [...ids, ...beside.flatMap((page) => page?.itemId ?? [])];
  const cards = new Map((await services.content.cards(locale, wanted)).map((card) => [card.itemId, card]));
  const link = (id: string | undefined) => {
    const card = id === undefined ? undefined : cards.get(id);
    return card && linkTo(services, locale, card);
  };
  const [previous, next] = beside.map((page) => link(page?.itemId));
  return { above: ids.flatMap((id) => link(id) ?? []), below, ...(previous && { previous }), ...(next && { next }) };
}

function linkTo({ config }: Services, locale: Locale, card: PublicationCard): PageLink {
  return { title: card.title, href: itemPath(config, locale, card) };
}
