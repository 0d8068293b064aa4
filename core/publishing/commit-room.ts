import { MAX_ITEM_BYTES } from '../content-types/limits.ts';
import { MAX_COMMIT_BYTES, MAX_WRITES_PER_COMMIT } from '../documents/document-store.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import type { SiteConfig } from '../site/site-config.ts';

/**
 * Maximum writes for one language of an item: the publication, the one it leaves, two addresses, publication card, revision,
 * count.
 */
const WRITES_PER_LANGUAGE = 7;

/** Writes per item: the item, its item card, its audit entry. */
const WRITES_PER_ITEM = 3;

/**
 * Maximum items per action. Items that only swap addresses take 3 writes per language and 3 more, so that 30 fit into a commit
 * with four languages; with more languages or other changes the limit is lower, reported as `too-many`.
 */
export const MOST_TOGETHER = 30;

/** Maximum writes for publishing one item in all languages of a site. */
export function mostWritesOfItem({ locales }: Pick<SiteConfig, 'locales'>): number {
  return locales.length * WRITES_PER_LANGUAGE + WRITES_PER_ITEM;
}

/** Maximum bytes of what publishing one item sets: the item, its publications and their revisions. */
export const MOST_BYTES_OF_ITEM = 3 * MAX_ITEM_BYTES + 500_000;

/** Maximum bytes that may be set in one commit; the rest is for what is derived at its end, such as cards. */
export const MOST_STAGED_BYTES = MAX_COMMIT_BYTES - 1_000_000;

/**
 * Whether the staged writes of some items fit into one commit.
 * @returns `undefined` if so, otherwise how many such items would fit, at least 1
 */
export function mostThatFit(unit: Pick<UnitOfWork, 'size' | 'bytes'>, items: number): number | undefined {
  // One item always fits, whatever its size.
  const bytes = items > 1 ? unit.bytes() : 0;
  const excess = Math.max(unit.size() / MAX_WRITES_PER_COMMIT, bytes / MOST_STAGED_BYTES);
  return excess <= 1 ? undefined : Math.max(1, Math.floor(items / excess));
}
