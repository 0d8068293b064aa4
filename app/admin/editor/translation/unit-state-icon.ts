import type { UnitState } from '#core/content/translation-link.ts';
import movedIcon from '~icons/lucide/arrow-up-down';
import currentIcon from '~icons/lucide/check';
import missingIcon from '~icons/lucide/circle-dashed';
import extraIcon from '~icons/lucide/circle-help';
import staleIcon from '~icons/lucide/history';
import type { IconData } from '../../../context/context.ts';

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
