import { itemCards, pageTrees, publicationCards } from '../content/collections.ts';
import type { ItemCard } from '../content/item-card.ts';
import { NO_TREE, type PageTree, type PageTreeView, viewTree } from '../content/page-tree.ts';
import type { PublicationCard } from '../content/publication.ts';
import { sameContents } from '../documents/compare-values.ts';
import { type DocumentReader, MAX_WRITES_PER_COMMIT } from '../documents/document-store.ts';
import { getDocument, getDocuments } from '../documents/typed-documents.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import type { SiteConfig } from '../site/site-config.ts';

/** What a card says of the place of its page. */
type PlaceOnCard = Pick<PublicationCard, 'above' | 'parent' | 'places'>;

/** Writes of a commit that are not cards of pages below the one that changes. */
const OTHER_WRITES = 60;

/** Most pages below a page at the top: their cards, one for each language, change in one commit. */
export function mostPagesBelow({ locales }: Pick<SiteConfig, 'locales'>): number {
  return Math.floor((MAX_WRITES_PER_COMMIT - OTHER_WRITES) / locales.length);
}

/** Where the pages of a type stand. Guards it: what a commit says of places is so when it is done. */
export async function readTree(unit: UnitOfWork, type: string): Promise<PageTree> {
  const ref = pageTrees.at(type);
  await unit.read([ref]);
  return unit.get(ref) ?? NO_TREE;
}

/** The places of a page on its cards, by language: below the nearest pages above it that are public in the language. */
export async function readPlaces(
  unit: UnitOfWork,
  config: Pick<SiteConfig, 'locales'>,
  tree: PageTreeView,
  id: string,
): Promise<Map<Locale, PlaceOnCard>> {
  const codes = config.locales.map(({ code }) => code);
  const above = tree.above(id);
  await unit.read(codes.flatMap((code) => above.map((each) => publicationCards.at(code, each))));
  return new Map(codes.map((code) => [code, placeOf(unit, tree, code, id)]));
}

/**
 * Stages the cards of pages as their places are now. Must follow the staging of whatever changes the cards of pages above them.
 * Guards the cards of all languages, those that are not there as well: a page that is published at the same time conflicts.
 */
export async function stagePlaces(
  unit: UnitOfWork,
  config: Pick<SiteConfig, 'locales'>,
  tree: PageTreeView,
  ids: readonly string[],
): Promise<void> {
  const codes = config.locales.map(({ code }) => code);
  const concerned = [...new Set(ids.flatMap((id) => [id, ...tree.above(id)]))];
  await unit.read(codes.flatMap((code) => concerned.map((id) => publicationCards.at(code, id))));
  for (const code of codes) {
    for (const id of ids) {
      const ref = publicationCards.at(code, id);
      const card = unit.get(ref);
      if (!card) continue;
      const { above: _above, parent: _parent, places: _places, ...rest } = card;
      const placed = { ...rest, ...placeOf(unit, tree, code, id) };
      if (!sameContents(card, placed)) unit.set(ref, placed);
    }
  }
}

/** Stages the places of a page whose cards are staged, and of all pages below it. */
export async function stagePlacesFrom(
  unit: UnitOfWork,
  config: Pick<SiteConfig, 'locales'>,
  { type, id }: { type: string; id: string },
): Promise<void> {
  const tree = viewTree(await readTree(unit, type));
  await stagePlaces(unit, config, tree, [id, ...tree.below(id)]);
}

function placeOf(unit: UnitOfWork, tree: PageTreeView, language: Locale, id: string): PlaceOnCard {
  const above: NonNullable<PublicationCard['above']> = [];
  let places: number[] = [];
  for (const each of tree.above(id)) {
    places.push(tree.entry(each)?.position ?? 0);
    const card = unit.get(publicationCards.at(language, each));
    if (card?.contentLanguage !== language) continue;
    above.push({ itemId: each, slug: card.slug });
    places = [];
  }
  const parent = above.at(-1)?.itemId;
  if (parent === undefined) return {};
  return { above, parent, places: [...places, tree.entry(id)?.position ?? 0] };
}

/** Where the pages of a type stand. */
export interface PlacedPages {
  tree: PageTreeView;
  /** The public pages above a page in a language, the outermost first, for `itemPath`. */
  above(id: string, language: Locale): { slug: string }[];
}

/**
 * Reads where pages stand, and what is above them.
 * @param ids of the pages whose paths are wanted
 * @param cards that were read already
 */
export async function readPlacedPages(
  store: Pick<DocumentReader, 'batchGet'>,
  type: string,
  ids: readonly string[],
  cards: readonly ItemCard[] = [],
): Promise<PlacedPages> {
  const tree = viewTree((await getDocument(store, pageTrees.at(type)))?.data ?? NO_TREE);
  const known = new Map(cards.map((card) => [card.id, card]));
  const unknown = [...new Set(ids.flatMap((id) => tree.above(id)))].filter((id) => !known.has(id));
  const found = await getDocuments(
    store,
    unknown.map((id) => itemCards.at(id)),
  );
  for (const document of found) if (document) known.set(document.data.id, document.data);
  return {
    tree,
    above: (id, language) =>
      tree.above(id).flatMap((each) => {
        const slug = known.get(each)?.languages[language]?.publishedSlug;
        return slug === undefined ? [] : [{ slug }];
      }),
  };
}
