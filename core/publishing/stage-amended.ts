import { publicationCards, publications, revisions } from '../content/collections.ts';
import { createPublicationCard } from '../content/create-publication.ts';
import type { Item } from '../content/item.ts';
import type { Publication, PublicationCard, Revision } from '../content/publication.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import { contentTypeOf } from '../site/content-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { withPublicationStates } from './publication-states.ts';
import { stagePublicationCards } from './stage-publications.ts';

/** What all languages of an item share, in a draft and in a publication. */
export type Shared = Pick<Item, 'tags' | 'fields'>;

/**
 * Stages republishing an item with only its order or its tags changed, each language with a revision, and its publication cards.
 * Other unpublished changes stay unpublished.
 * @param amend returns what it was given where nothing changes
 * @returns the item to store.
 */
export async function stageAmended(
  unit: UnitOfWork,
  config: SiteConfig,
  item: Item,
  amend: <Said extends Shared>(said: Said) => Said,
  { at, by }: { at: number; by: { id: string; name: string } },
): Promise<Item> {
  const edited = amend(item);
  const languages: Item['languages'] = { ...edited.languages };
  const amended = new Map<Locale, Publication>();
  for (const [language, content] of Object.entries(edited.languages)) {
    const current = await readPublication(unit, edited, language);
    const next = current && amend(current);
    if (!current || !next || next === current) continue;
    const publication = { ...next, revision: content.revision + 1, publishedAt: at };
    await stageRevision(unit, current, publication, by);
    amended.set(language, publication);
    languages[language] = { ...content, revision: publication.revision, publishedAt: at, publishedBy: by };
  }
  await stageCards(unit, config, item, amended);
  return withPublicationStates(unit, config, { ...edited, languages });
}

async function readPublication(unit: UnitOfWork, item: Item, language: Locale): Promise<Publication | undefined> {
  const slug = item.languages[language]?.publishedSlug;
  if (slug === undefined) return undefined;
  const ref = publications.at(language, item.type, slug);
  await unit.read([ref]);
  const publication = unit.get(ref);
  return publication?.itemId === item.id ? publication : undefined;
}

async function stageRevision(unit: UnitOfWork, current: Publication, next: Publication, by: Revision['by']) {
  const { itemId, language, type, slug } = next;
  const ref = revisions.at(itemId, language, next.revision);
  const former = revisions.at(itemId, language, current.revision);
  await unit.read([ref, former]);
  const { links, minorEdits } = unit.get(former) ?? {};
  unit.set(publications.at(language, type, slug), next);
  const revision: Revision = {
    ...next,
    ...(by && { by }),
    actionId: unit.id,
    ...(links && { links }),
    ...(minorEdits && { minorEdits }),
  };
  unit.set(ref, revision);
}

/** In all languages that show an amended publication, with the counts of their lists. */
async function stageCards(
  unit: UnitOfWork,
  config: SiteConfig,
  { id, type, entryId }: Item,
  amended: ReadonlyMap<Locale, Publication>,
): Promise<void> {
  const locales = config.locales.map(({ code }) => code);
  const refs = locales.map((language) => publicationCards.at(language, id));
  await unit.read(refs);
  const cards = new Map<Locale, PublicationCard>();
  for (const card of refs.map((ref) => unit.get(ref))) {
    const shown = card && amended.get(card.contentLanguage);
    if (card) {
      const next = shown && createPublicationCard(shown, card.language, entryId, contentTypeOf(config, type));
      cards.set(card.language, next ?? card);
    }
  }
  await stagePublicationCards(unit, config, { locales, cards, itemId: id, type });
}
