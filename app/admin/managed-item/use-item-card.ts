import type { ItemCard } from '#core/content/item-card.ts';
import type { Document, DocumentPath } from '#core/documents/document-store.ts';
import { useTarget } from '../../data/live/live-context.tsx';
import { documentsOf } from '../../data/target-view.ts';

/**
 * The card of an item on the server, as it changes; `undefined` until the server has told it.
 * @param path of the card, `item-cards/{id}`; without one, nothing is told
 */
export function useItemCard(path: DocumentPath | undefined): Document<ItemCard> | undefined {
  const view = useTarget(path === undefined ? undefined : { documents: [path] });
  // What is in the cache may be older than the page.
  return view && !view.isFromCache ? documentsOf<ItemCard>(view)[0] : undefined;
}
