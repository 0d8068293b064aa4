import { publicationCards, publications, revisions } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import type { Publication, Revision } from '../content/publication.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { withPublicationStates } from './publication-states.ts';

/**
 * Stages republishing an item with another `order`, each language with a revision, and its publication cards. Other unpublished
 * changes stay unpublished.
 * @returns the item to store.
 */
export async function stageOrder(
  unit: UnitOfWork,
  config: SiteConfig,
  item: Item,
  order: number,
  { at, by }: { at: number; by: { id: string; name: string } },
): Promise<Item> {
  const edited: Item = { ...item, fields: { ...item.fields, order } };
  const languages: Item['languages'] = { ...edited.languages };
  for (const [language, content] of Object.entries(edited.languages)) {
    const current = await readPublication(unit, edited, language);
    if (!current || current.fields.order === order) continue;
    const next: Publication = {
      ...current,
      fields: { ...current.fields, order },
      revision: content.revision + 1,
      publishedAt: at,
    };
    await stageRevision(unit, current, next, by);
    languages[language] = { ...content, revision: next.revision, publishedAt: at, publishedBy: by };
  }
  const locales = config.locales.map(({ code }) => code);
  await stageOrderOfCards(unit, item.id, order, { at, locales });
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

async function stageOrderOfCards(
  unit: UnitOfWork,
  itemId: string,
  order: number,
  { at, locales }: { at: number; locales: readonly Locale[] },
): Promise<void> {
  const refs = locales.map((language) => publicationCards.at(language, itemId));
  await unit.read(refs);
  for (const ref of refs) {
    const card = unit.get(ref);
    if (!card || card.fields.order === order) continue;
    unit.set(ref, { ...card, fields: { ...card.fields, order }, publishedAt: at });
  }
}
