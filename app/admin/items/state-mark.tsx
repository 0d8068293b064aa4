import { useTranslations } from 'use-intl';
import type { CountedState } from '#core/content/item-card.ts';
import { Icon } from '../../ui/icon.tsx';
import { STATE_ICONS } from '../state-icons.ts';

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
