import { MAX_ITEM_BYTES } from '../content-types/limits.ts';
import { MAX_COMMIT_BYTES } from '../documents/document-store.ts';
import type { SiteConfig } from '../site/site-config.ts';

/**
 * Maximum writes for one language of an item: the publication, the one it leaves, two addresses, publication card, revision,
 * count.
 */
const WRITES_PER_LANGUAGE = 7;

/** Writes per item: the item, its item card, its audit entry. */
const WRITES_PER_ITEM = 3;

/** Maximum writes for publishing one item in all languages of a site. `MOST_LOCALES` keeps them below what a commit holds. */
export function mostWritesOfItem({ locales }: Pick<SiteConfig, 'locales'>): number {
  return locales.length * WRITES_PER_LANGUAGE + WRITES_PER_ITEM;
}

/** Maximum bytes of what publishing one item sets: the item, its publications and their revisions. */
export const MOST_BYTES_OF_ITEM = 3 * MAX_ITEM_BYTES + 500_000;

/** Maximum bytes that may be set in one commit; the rest is for what is derived at its end, such as cards. */
export const MOST_STAGED_BYTES = MAX_COMMIT_BYTES - 1_000_000;
