import type { ItemCard } from '../content/item-card.ts';
import type { Document, DocumentPath, DocumentStore, Filter } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { sameContents } from '../documents/same-contents.ts';
import { createUnitOfWork } from '../documents/unit-of-work.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { judged } from './create-item-card.ts';
import { createLinkJudge, judgedBy, readLinkJudge } from './judge-links.ts';

/** Cards per batch. */
const BATCH = 50;

/**
 * Recomputes link states on the cards of all items that link to the given item, after it was published or unpublished in a
 * language. @returns the number of cards changed.
 */
export function relinkCardsTo(store: DocumentStore, config: SiteConfig, itemId: string): Promise<number> {
  return relinkWhere(store, config, [{ field: 'linksTo', op: 'array-contains', value: itemId }]);
}

/** The same for every card, for when changes may have been missed. */
export function relinkAllCards(
  store: DocumentStore,
  config: SiteConfig,
  { signal }: { signal?: AbortSignal } = {},
): Promise<number> {
  return relinkWhere(store, config, [], signal);
}

async function relinkWhere(
  store: DocumentStore,
  config: SiteConfig,
  where: Filter[],
  signal?: AbortSignal,
): Promise<number> {
  let changed = 0;
  let startAfter: string[] | undefined;
  while (!signal?.aborted) {
    const documents = await store.runQuery({
      collection: 'item-cards',
      where,
      limit: BATCH,
      ...(startAfter && { startAfter }),
    });
    changed += await relink(store, config, documents as unknown as Document<ItemCard>[]);
    const last = documents.at(-1);
    if (!last || documents.length < BATCH) return changed;
    startAfter = [last.path.slice('item-cards/'.length)];
  }
  return changed;
}

/** Recomputes the link states of cards, and writes those that differ. */
async function relink(store: DocumentStore, config: SiteConfig, cards: Document<ItemCard>[]): Promise<number> {
  const paths = judgedBy(config, new Set(cards.flatMap(({ data }) => data.linksTo)));
  const documents = paths.length > 0 ? await store.batchGet(paths) : [];
  const found = new Map(paths.map((path, index) => [path, documents[index]?.data]));
  const judge = createLinkJudge(config, <T>(path: DocumentPath) => found.get(path) as T | undefined);
  let changed = 0;
  for (const { path, data } of cards) {
    if (sameContents(data, judged(data, judge))) continue;
    if (await relinkCard(store, config, path)) changed++;
  }
  return changed;
}

/**
 * Recomputes the link states of one card. Retries when the card or a link target changes concurrently. @returns whether the
 * card changed @throws {PreconditionFailed} if all attempts conflicted
 */
function relinkCard(store: DocumentStore, config: SiteConfig, path: DocumentPath): Promise<boolean> {
  return retryOnConflict(async () => {
    const unit = createUnitOfWork(store);
    await unit.read([path]);
    const card = unit.get<ItemCard>(path);
    if (!card) return false;
    const after = judged(card, await readLinkJudge(unit, config, card.linksTo));
    if (sameContents(card, after)) return false;
    unit.set(path, after);
    await unit.commit();
    return true;
  });
}
