import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { UnitId } from '#core/content/translation-link.ts';
import { Icon } from '../../../ui/icon.tsx';
import { isBegun, type TranslationDesk, type TranslationSide } from './translation-desk.ts';
import { UNIT_STATE_COLORS, UNIT_STATE_ICONS } from './unit-state-icon.ts';

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
