import { cardPlaces, items, publicationCards } from '../content/collections.ts';
import type { DocumentRef } from '../documents/collection.ts';
import type { Look } from '../documents/typed-documents.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { LinkJudge } from './create-item-card.ts';

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
