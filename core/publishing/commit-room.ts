import { MAX_WRITES_PER_COMMIT } from '../documents/document-store.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import type { SiteConfig } from '../site/site-config.ts';

/** Writes that one language of an item can take: the publication, the one it leaves, two addresses, card, revision, count. */
const WRITES_PER_LANGUAGE = 7;

/** Writes of an item whatever its languages: the item, its card in the admin area, its entry in the audit log. */
const WRITES_PER_ITEM = 3;

/** Most writes that publishing one item in all languages of a site can take. */
export function mostWritesOfItem({ locales }: Pick<SiteConfig, 'locales'>): number {
  return locales.length * WRITES_PER_LANGUAGE + WRITES_PER_ITEM;
}

/**
 * Whether what is staged for some items together fits into one commit.
 * @returns `undefined` where it does, else how many items of their kind would fit, at least 1
 */
export function mostThatFit(unit: Pick<UnitOfWork, 'size'>, items: number): number | undefined {
  const size = unit.size();
  if (size <= MAX_WRITES_PER_COMMIT) return undefined;
  return Math.max(1, Math.floor((MAX_WRITES_PER_COMMIT * items) / size));
}
