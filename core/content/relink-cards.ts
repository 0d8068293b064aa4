import type { Document, DocumentData, DocumentStore, Filter, Write } from '../documents/document-store.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { judged } from './create-item-card.ts';
import type { ItemCard } from './item-card.ts';
import { createLinkJudge, judgedBy } from './judge-links.ts';
import { sameContents } from './same-contents.ts';

/** Cards looked at together. */
const BATCH = 50;

/**
 * Judges the links to an item anew, on the cards of those that link to it, after it came to be public in a language or
 * ceased to be. @returns how many cards changed.
 */
export function relinkCardsTo(store: DocumentStore, config: SiteConfig, itemId: string): Promise<number> {
  return relinkWhere(store, config, [{ field: 'linksTo', op: 'array-contains', value: itemId }]);
}

/** The same for every card, when changes may have been missed. */
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

/** Judges the links of cards anew. A card that somebody writes meanwhile is left to them: they judge it too. */
async function relink(store: DocumentStore, config: SiteConfig, cards: Document<ItemCard>[]): Promise<number> {
  const paths = judgedBy(config, new Set(cards.flatMap(({ data }) => data.linksTo)));
  const documents = paths.length > 0 ? await store.batchGet(paths) : [];
  const found = new Map(paths.map((path, index) => [path, documents[index]?.data]));
  const judge = createLinkJudge(config, <T>(path: (typeof paths)[number]) => found.get(path) as T | undefined);
  let changed = 0;
  for (const { path, data, version } of cards) {
    const after = judged(data, judge);
    if (sameContents(data, after)) continue;
    const write: Write = { kind: 'set', path, data: after as unknown as DocumentData, precondition: { version } };
    try {
      await store.commit([write]);
      changed++;
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) throw error;
    }
  }
  return changed;
}
