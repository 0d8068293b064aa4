import { useTranslations } from 'use-intl';
import type { CountedState } from '#core/content/item-card.ts';
import archivedIcon from '~icons/lucide/archive';
import publishedIcon from '~icons/lucide/circle-check';
import missingIcon from '~icons/lucide/circle-dashed';
import changedIcon from '~icons/lucide/circle-dot';
import scheduledIcon from '~icons/lucide/clock';
import draftIcon from '~icons/lucide/pencil';
import type { IconData } from '../context/context.ts';
import { Icon } from '../ui/icon.tsx';

/** The icon of each state of a language. */
export const STATE_ICONS: { [state in CountedState]: IconData } = {
  published: publishedIcon,
  changed: changedIcon,
  scheduled: scheduledIcon,
  draft: draftIcon,
  archived: archivedIcon,
  missing: missingIcon,
};

const COLORS: { [state in CountedState]: string } = {
  published: 'text-success',
  changed: 'text-warning',
  scheduled: 'text-action',
  draft: 'text-ink-soft',
  archived: 'text-ink-soft',
  missing: 'text-ink-soft',
};

/** The state of a language: an icon with its label. */
export function StateMark({ state }: { state: CountedState }) {
  const t = useTranslations('items.states');
  return (
    <span className={`inline-flex items-center gap-1.5 ${COLORS[state]}`}>
      <Icon icon={STATE_ICONS[state]} />
      {t(state)}
    </span>
  );
}
