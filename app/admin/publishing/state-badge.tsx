import { useTranslations } from 'use-intl';
import archivedIcon from '~icons/lucide/archive';
import scheduledIcon from '~icons/lucide/calendar-clock';
import publishedIcon from '~icons/lucide/circle-check';
import missingIcon from '~icons/lucide/circle-dashed';
import draftIcon from '~icons/lucide/file-pen';
import changedIcon from '~icons/lucide/refresh-cw';
import { Icon } from '../../ui/icon.tsx';
import type { PublishableLanguage } from './read-publishing.ts';

const ICONS: { [state in PublishableLanguage['state']]: typeof draftIcon } = {
  missing: missingIcon,
  draft: draftIcon,
  published: publishedIcon,
  changed: changedIcon,
  scheduled: scheduledIcon,
  archived: archivedIcon,
};

/** How a language stands, as an icon and in words. */
export function StateBadge({ state }: { state: PublishableLanguage['state'] }) {
  const t = useTranslations('publishing.states');
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-tint px-3 py-1 font-medium text-fine">
      <Icon icon={ICONS[state]} />
      {t(state)}
    </span>
  );
}
