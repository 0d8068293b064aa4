import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/icon.tsx';
import { STATE_ICONS } from '../state-icons.ts';
import type { PublishableLanguage } from './read-publishing.ts';

/** The state of a language, as an icon with a label. */
export function StateBadge({ state }: { state: PublishableLanguage['state'] }) {
  const t = useTranslations('publishing.states');
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-tint px-3 py-1 font-medium text-fine">
      <Icon icon={STATE_ICONS[state]} />
      {t(state)}
    </span>
  );
}
