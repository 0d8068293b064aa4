import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { ItemCard } from '#core/content/item-card.ts';
import type { Document, DocumentPath } from '#core/documents/document-store.ts';
import { NewerButton, useCalmReload } from '../../data/live/calm-reload.tsx';
import { useTarget } from '../../data/live/live-context.tsx';
import { documentsOf } from '../../data/target-view.ts';

interface CalmItemProps {
  /** The page's data. */
  data: { cardPath: DocumentPath };
  /** Whether to load it again at all; default: yes. */
  isOn?: boolean;
  children: ReactNode;
}

/** The part of a page that tells how an item stands: it is loaded again when somebody changes the item. */
export function CalmItem({ data, isOn = true, children }: CalmItemProps) {
  const t = useTranslations('admin.connection');
  const calm = useCalmReload(useItemCard(isOn ? data.cardPath : undefined)?.version, data);
  return (
    <div className="relative" {...calm.handlers}>
      {calm.isWaiting && <NewerButton onShow={calm.show}>{t('newer')}</NewerButton>}
      {children}
    </div>
  );
}

/**
 * The card of an item on the server, as it changes; `undefined` until the server has told it.
 * @param path of the card, `item-cards/{id}`; without one, nothing is told
 */
export function useItemCard(path: DocumentPath | undefined): Document<ItemCard> | undefined {
  const view = useTarget(path === undefined ? undefined : { documents: [path] });
  // What is in the cache may be older than the page.
  return view && !view.isFromCache ? documentsOf<ItemCard>(view)[0] : undefined;
}
