import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { DocumentPath } from '#core/documents/document-store.ts';
import { NewerButton } from '../../data/live/newer-button.tsx';
import { useCalmReload } from '../../data/live/use-calm-reload.ts';
import { useItemCard } from './use-item-card.ts';

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
