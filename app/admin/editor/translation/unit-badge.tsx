import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { UnitId, UnitState } from '#core/content/translation-link.ts';
import movedIcon from '~icons/lucide/arrow-up-down';
import currentIcon from '~icons/lucide/check';
import missingIcon from '~icons/lucide/circle-dashed';
import extraIcon from '~icons/lucide/circle-help';
import staleIcon from '~icons/lucide/history';
import type { IconData } from '../../../context/context.ts';
import { Icon } from '../../../ui/icon.tsx';
import { isBegun, type TranslationDesk, type TranslationSide } from './translation-desk.ts';

/** The icon of each state. */
export const UNIT_STATE_ICONS: { [state in UnitState]: IconData } = {
  missing: missingIcon,
  stale: staleIcon,
  current: currentIcon,
  extra: extraIcon,
  moved: movedIcon,
};

export const UNIT_STATE_COLORS: { [state in UnitState]: string } = {
  missing: 'text-ink-soft',
  stale: 'text-warning',
  current: 'text-success',
  extra: 'text-ink-soft',
  moved: 'text-action',
};

interface UnitBadgeProps {
  desk: TranslationDesk;
  side: TranslationSide;
  unit: UnitId;
  /** Whether the state's name is only for screen readers and in the tooltip. */
  isSmall?: boolean;
}

/** The translation state of a field; nothing if there is nothing to translate, or if the translation was never begun. */
export function UnitBadge({ desk, side, unit, isSmall = false }: UnitBadgeProps) {
  const t = useTranslations('editor.translation.states');
  const state = useSyncExternalStore(desk.state.subscribe, () => {
    const known = desk.state.read();
    if (!known || !isBegun(known)) return undefined;
    return known.by[side].get(unit)?.state ?? known.by.source.get(unit)?.state;
  });
  if (!state) return null;
  return (
    <span
      title={isSmall ? t(state) : undefined}
      className={`inline-flex items-center gap-1 text-fine ${UNIT_STATE_COLORS[state]}`}
    >
      <Icon icon={UNIT_STATE_ICONS[state]} />
      <span className={isSmall ? 'sr-only' : ''}>{t(state)}</span>
    </span>
  );
}
