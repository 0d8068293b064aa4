import { contentPath } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import type { ItemCard } from '../content/item-card.ts';
import type { PublicationCard } from '../content/publication.ts';
import type { DocumentPath } from '../documents/document-store.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { LinkJudge } from './create-item-card.ts';

/** Paths of the documents that determine where links to the given items lead. */
export function judgedBy(config: SiteConfig, itemIds: Iterable<string>): DocumentPath[] {
  const locales = config.locales.map(({ code }) => code);
  return [...itemIds].flatMap((id) => [
    contentPath.itemCard(id),
    ...locales.map((code) => contentPath.publicationCard(code, id)),
  ]);
}

/** Reads those documents into a unit of work. The ones used for a verdict are guarded by the commit. */
export async function readLinkJudge(
  unit: UnitOfWork,
  config: SiteConfig,
  itemIds: Iterable<string>,
): Promise<LinkJudge> {
  const paths = judgedBy(config, itemIds);
  await unit.read(paths);
  const known = new Set(paths);
  return createLinkJudge(config, <T>(path: DocumentPath) => (known.has(path) ? unit.get<T>(path) : undefined));
}

/** Computes the states of links from those documents. An item in the trash counts as deleted. */
export function createLinkJudge(config: SiteConfig, look: <T>(path: DocumentPath) => T | undefined): LinkJudge {
  const isPublicIn = (language: Locale, id: string) =>
    look<PublicationCard>(contentPath.publicationCard(language, id))?.contentLanguage === language;
  return (language, id) => {
    if (isPublicIn(language, id)) return 'here';
    if (config.locales.some(({ code }) => isPublicIn(code, id))) return 'elsewhere';
    const item = look<Item>(contentPath.item(id));
    if (item) return item.trashedAt === undefined ? 'hidden' : 'gone';
    const card = look<ItemCard>(contentPath.itemCard(id));
    return card && card.place !== 'trash' && card.place !== 'purging' ? 'hidden' : 'gone';
  };
}
