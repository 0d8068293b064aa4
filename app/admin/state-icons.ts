import type { CountedState } from '#core/content/item-card.ts';
import archivedIcon from '~icons/lucide/archive';
import publishedIcon from '~icons/lucide/circle-check';
import missingIcon from '~icons/lucide/circle-dashed';
import changedIcon from '~icons/lucide/circle-dot';
import scheduledIcon from '~icons/lucide/clock';
import draftIcon from '~icons/lucide/pencil';
import type { IconData } from '../context/context.ts';

/** The icon of each state of a language. */
export const STATE_ICONS: { [state in CountedState]: IconData } = {
  published: publishedIcon,
  changed: changedIcon,
  scheduled: scheduledIcon,
  draft: draftIcon,
  archived: archivedIcon,
  missing: missingIcon,
};
