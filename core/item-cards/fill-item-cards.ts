import { itemCards, items } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import type { ItemCard } from '../content/item-card.ts';
import { contentHash } from '../documents/content-hash.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { createUnitOfWork, type UnitOfWork } from '../documents/unit-of-work.ts';
import { jobs } from '../jobs/jobs-collection.ts';
import { listedTypes } from '../site/content-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { type CoveringOptions, coverItems } from './cover-items.ts';
import { createItemCard } from './create-item-card.ts';
import { readLinkJudge } from './judge-links.ts';

/** Increase when the contents or rules of cards change. */
const CARD_FORM = 8;

const JOB = jobs.at('item-cards');

/**
 * Creates missing cards and recreates those of another `CARD_FORM`: after an update, or after the site's languages or types
 * changed. Once complete, it does nothing until then. Resumes where it was interrupted.
 * @returns the number of cards written.
 */
export async function fillItemCards(
  store: DocumentStore,
  config: SiteConfig,
  options: CoveringOptions = {},
): Promise<number> {
  return coverItems(store, JOB, {
    ...options,
    purpose: purposeOf(config),
    each: (id) => mendItemCard(store, config, id),
  });
}

/** Hash of everything except the item that a card depends on; the product's own types change with `CARD_FORM`. */
function purposeOf(config: SiteConfig): string {
  return contentHash([CARD_FORM, config.locales, config.defaultLocale, listedTypes(config)]);
}

/**
 * Recreates the card of an item if it differs, and deletes it if the item does not exist. Retries when the item, its card or a
 * link target changes concurrently.
 * @returns the number of cards written @throws {PreconditionFailed} if all attempts conflicted
 */
export function mendItemCard(store: DocumentStore, config: SiteConfig, id: string): Promise<number> {
  const ref = itemCards.at(id);
  return retryOnConflict(async () => {
    const unit = createUnitOfWork(store);
    await unit.read([items.at(id), ref]);
    const item = unit.get(items.at(id));
    const card = item && (await cardOf(unit, config, item));
    if (unit.holds(ref, card)) return 0;
    if (card) unit.set(ref, card);
    else unit.remove(ref);
    await unit.commit();
    return 1;
  });
}

async function cardOf(unit: UnitOfWork, config: SiteConfig, item: Item): Promise<ItemCard> {
  const { linksTo } = createItemCard(config, item, () => 'here');
  return createItemCard(config, item, await readLinkJudge(unit, config, linksTo));
}
