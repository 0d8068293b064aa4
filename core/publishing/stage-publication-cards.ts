import { listingCounts, publicationCards } from '../content/collections.ts';
import type { PublicationCard } from '../content/publication.ts';
import { isTagFacet } from '../content-types/listing-filter.ts';
import { sameContents } from '../documents/same-contents.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';

/** Stages the entries of an item in the lists of every language, and the changes of their counts. */
export async function stagePublicationCards(
  unit: UnitOfWork,
  change: { locales: Locale[]; itemId: string; type: string; cards: Map<Locale, PublicationCard> },
): Promise<void> {
  await unit.read(change.locales.map((language) => publicationCards.at(language, change.itemId)));
  for (const language of change.locales) {
    const ref = publicationCards.at(language, change.itemId);
    const before = unit.get(ref);
    const after = change.cards.get(language);
    if (before && sameContents(before, after)) continue;
    if (after) unit.set(ref, after);
    else if (before) unit.remove(ref);
    const amounts = countChange(before, after);
    unit.add(listingCounts.at(language, change.type), { total: 0, tags: {} }, amounts);
  }
}

function countChange(
  before: PublicationCard | undefined,
  after: PublicationCard | undefined,
): { [dottedPath: string]: number } {
  const amounts: { [dottedPath: string]: number } = {};
  const add = (path: string, by: number) => {
    amounts[path] = (amounts[path] ?? 0) + by;
  };
  for (const [card, by] of [[before, -1] as const, [after, 1] as const]) {
    if (!card) continue;
    add('total', by);
    for (const tag of new Set(card.tags)) add(`tags.${tag}`, by);
    for (const facet of card.facets ?? []) if (!isTagFacet(facet)) add(`facets.${facet}`, by);
  }
  return amounts;
}
