import { cardPlaces, itemCards, items, publicationCards, savedVersions } from '../content/collections.ts';
import { contentLinks } from '../content/content-links.ts';
import { type Item, turnsOf } from '../content/item.ts';
import type { DocumentRef } from '../documents/collection.ts';
import { sameContents } from '../documents/compare-values.ts';
import type { Look } from '../documents/typed-documents.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import { withMediaList } from '../media/media-in.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { translationCounts } from '../translation/translation-state.ts';
import { createItemCard, type LinkJudge } from './create-item-card.ts';

/**
 * Stages an item with its translation states, the list of its media files and its card: the only way to write an item. What its
 * reviews kept of its text goes with the last of them that refers to it. Its document must have been read. An
 * unchanged item is not written or guarded, and its card may change concurrently, so no card is derived.
 */
export function stageItem(unit: UnitOfWork, config: SiteConfig, item: Item): void {
  const ref = items.at(item.id);
  const next = withMediaList(withTranslationCounts(config, withFixedNames(config, item)));
  const before = unit.get(ref);
  if (sameContents(before, next)) return;
  unit.set(ref, next);
  const kept = reviewedVersions(next);
  for (const id of reviewedVersions(before)) {
    if (!kept.has(id)) unit.append({ kind: 'delete', path: savedVersions.at(id).path });
  }
  stageCard(unit, config, item.id, item);
}

/** Ids of the saved versions that the reviews of an item refer to. */
function reviewedVersions(item: Item | undefined): Set<string> {
  const reviews = Object.values(item?.languages ?? {}).flatMap(({ review }) => review ?? []);
  return new Set(reviews.flatMap(turnsOf).flatMap(({ savedVersion }) => savedVersion ?? []));
}

/** The item of a site type with the title and slug that it has in every language; others as they are. */
function withFixedNames(config: SiteConfig, item: Item): Item {
  const type = config.contentTypes.find(({ key }) => key === item.type);
  if (type?.appearsAs !== 'site') return item;
  const named = Object.entries(item.languages).map(([language, content]) => {
    const title = type.labels.singular[language] ?? content.title;
    return [language, { ...content, title, slug: item.id }] as const;
  });
  return { ...item, languages: Object.fromEntries(named) };
}

/** The item with the translation state of each language updated. */
function withTranslationCounts(config: SiteConfig, item: Item): Item {
  const type = config.contentTypes.find(({ key }) => key === item.type);
  if (!type) return item;
  const languages: Item['languages'] = {};
  for (const [language, { translation: _, ...content }] of Object.entries(item.languages)) {
    const counts = translationCounts(item, type, language);
    languages[language] = { ...content, ...(counts && { translation: counts }) };
  }
  return { ...item, languages };
}

/** Stages the deletion of an item and its card. Its document must have been read. */
export function stageItemRemoval(unit: UnitOfWork, config: SiteConfig, id: string): void {
  unit.remove(items.at(id));
  stageCard(unit, config, id, undefined);
}

/** The card of an item, and what it is made of besides the item. */
export function cardDocuments(config: SiteConfig, item: Item): DocumentRef[] {
  return [itemCards.at(item.id), ...cardSources(config, item)];
}

function cardSources(config: SiteConfig, item: Item | undefined): DocumentRef[] {
  const type = config.contentTypes.find(({ key }) => key === item?.type);
  const linked = item
    ? Object.keys(item.languages).flatMap((language) => contentLinks(config, type, language, item).items)
    : [];
  return judgedBy(config, new Set(linked));
}

function stageCard(unit: UnitOfWork, config: SiteConfig, id: string, item: Item | undefined): void {
  unit.derive(itemCards.at(id), cardSources(config, item), (look) => {
    const final = look(items.at(id));
    return final && createItemCard(config, final, createLinkJudge(config, look));
  });
}

/** Paths of the documents that determine where links to the given items lead. */
export function judgedBy(config: SiteConfig, itemIds: Iterable<string>): DocumentRef[] {
  const locales = config.locales.map(({ code }) => code);
  return [...itemIds].flatMap((id) => [cardPlaces.at(id), ...locales.map((code) => publicationCards.at(code, id))]);
}

/** Reads those documents into a unit of work. The ones used for a verdict are guarded by the commit. */
export async function readLinkJudge(
  unit: UnitOfWork,
  config: SiteConfig,
  itemIds: Iterable<string>,
): Promise<LinkJudge> {
  const refs = judgedBy(config, itemIds);
  await unit.read(refs);
  return createLinkJudge(config, within(refs, unit.get));
}

/** Restricts access to those documents. */
export function within(refs: readonly DocumentRef[], look: Look): Look {
  const known = new Set(refs.map(({ path }) => path));
  return (ref) => (known.has(ref.path) ? look(ref) : undefined);
}

/** Computes the states of links from those documents. An item in the trash counts as deleted. */
export function createLinkJudge(config: SiteConfig, look: Look): LinkJudge {
  const isPublicIn = (language: Locale, id: string) =>
    look(publicationCards.at(language, id))?.contentLanguage === language;
  return (language, id) => {
    if (isPublicIn(language, id)) return 'here';
    if (config.locales.some(({ code }) => isPublicIn(code, id))) return 'elsewhere';
    const item = look(items.at(id));
    if (item) return item.trashedAt === undefined ? 'hidden' : 'gone';
    const card = look(cardPlaces.at(id));
    return card && card.place !== 'trash' && card.place !== 'purging' ? 'hidden' : 'gone';
  };
}
