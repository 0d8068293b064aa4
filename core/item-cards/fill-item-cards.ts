import { itemCards, items } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import type { ItemCard } from '../content/item-card.ts';
import type { DocumentRef } from '../documents/collection.ts';
import { sameContents } from '../documents/compare-values.ts';
import { contentHash } from '../documents/content-hash.ts';
import { idOf } from '../documents/document-path.ts';
import type { Document, DocumentStore, Filter } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { queryDocuments, readDocuments } from '../documents/typed-documents.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import { jobs } from '../jobs/jobs-collection.ts';
import { listedTypes } from '../site/content-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { type CoveringOptions, coverItems } from './cover-items.ts';
import { createItemCard, judged } from './create-item-card.ts';
import { createLinkJudge, judgedBy, readLinkJudge } from './stage-item.ts';

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
    const unit = new UnitOfWork(store);
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

/** Cards per batch, which keeps everything else waiting with the embedded backend. */
const BATCH = 20;

interface RelinkOptions {
  signal?: AbortSignal;
  /** Waits between batches, so that others have their turn; default: not at all. */
  pause?: () => Promise<void>;
}

/**
 * Recomputes link states on the cards of all items that link to the given item, after it was published or unpublished in a
 * language. @returns the number of cards changed.
 */
export function relinkCardsTo(
  store: DocumentStore,
  config: SiteConfig,
  itemId: string,
  options: RelinkOptions = {},
): Promise<number> {
  return relinkWhere(store, config, [{ field: 'linksTo', op: 'array-contains', value: itemId }], options);
}

/** The same for every card, for when changes may have been missed. */
export function relinkAllCards(store: DocumentStore, config: SiteConfig, options: RelinkOptions = {}): Promise<number> {
  return relinkWhere(store, config, [], options);
}

async function relinkWhere(
  store: DocumentStore,
  config: SiteConfig,
  where: Filter[],
  { signal, pause }: RelinkOptions,
): Promise<number> {
  let changed = 0;
  let startAfter: string[] | undefined;
  while (!signal?.aborted) {
    const documents = await queryDocuments(store, itemCards, {
      where,
      limit: BATCH,
      ...(startAfter && { startAfter }),
    });
    changed += await relink(store, config, documents);
    const last = documents.at(-1);
    if (!last || documents.length < BATCH) return changed;
    startAfter = [idOf(last)];
    await pause?.();
  }
  return changed;
}

/** Recomputes the link states of cards, and writes those that differ. */
async function relink(store: DocumentStore, config: SiteConfig, cards: Document<ItemCard>[]): Promise<number> {
  const targets = judgedBy(config, new Set(cards.flatMap(({ data }) => data.linksTo)));
  const judge = createLinkJudge(config, await readDocuments(store, targets));
  let changed = 0;
  for (const card of cards) {
    if (sameContents(card.data, judged(card.data, judge))) continue;
    if (await relinkCard(store, config, itemCards.at(idOf(card)))) changed++;
  }
  return changed;
}

/**
 * Recomputes the link states of one card. Retries when the card or a link target changes concurrently. @returns whether the
 * card changed @throws {PreconditionFailed} if all attempts conflicted
 */
function relinkCard(store: DocumentStore, config: SiteConfig, ref: DocumentRef<ItemCard>): Promise<boolean> {
  return retryOnConflict(async () => {
    const unit = new UnitOfWork(store);
    await unit.read([ref]);
    const card = unit.get(ref);
    if (!card) return false;
    const after = judged(card, await readLinkJudge(unit, config, card.linksTo));
    if (sameContents(card, after)) return false;
    unit.set(ref, after);
    await unit.commit();
    return true;
  });
}
