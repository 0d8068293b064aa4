import { useTranslations } from 'use-intl';
import type { CountedState } from '#core/content/item-card.ts';
import archivedIcon from '~icons/lucide/archive';
import publishedIcon from '~icons/lucide/circle-check';
import missingIcon from '~icons/lucide/circle-dashed';
import changedIcon from '~icons/lucide/circle-dot';
import scheduledIcon from '~icons/lucide/clock';
import draftIcon from '~icons/lucide/pencil';
import { Icon } from '../../ui/icon.tsx';

const MARKS: { [state in CountedState]: { icon: typeof draftIcon; color: string } } = {
  published: { icon: publishedIcon, color: 'text-success' },
  changed: { icon: changedIcon, color: 'text-warning' },
  scheduled: { icon: scheduledIcon, color: 'text-action' },
  draft: { icon: draftIcon, color: 'text-ink-soft' },
  archived: { icon: archivedIcon, color: 'text-ink-soft' },
  missing: { icon: missingIcon, color: 'text-ink-soft' },
};

/** How a language stands: an icon and its word. */
export function StateMark({ state }: { state: CountedState }) {
  const t = useTranslations('items.states');
  const { icon, color } = MARKS[state];
  return (
    <span className={`inline-flex items-center gap-1.5 ${color}`}>
      <Icon icon={icon} />
      {t(state)}
    </span>
  );
}
