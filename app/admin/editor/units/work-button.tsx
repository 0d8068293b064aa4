import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import nextIcon from '~icons/lucide/arrow-right';
import doneIcon from '~icons/lucide/check';
import { Icon } from '../../../ui/icon.tsx';
import { toolButtonStyle } from '../../../ui/kit/button-style.ts';
import { isBegun, type TranslationDesk } from '../translation/translation-desk.ts';

interface WorkButtonProps {
  desk: TranslationDesk;
  /** The name of the translation's language. */
  language: string;
  onNext: () => void;
}

/** Goes to the next part that is missing or out of date, and says how many there are. */
export function WorkButton({ desk, language, onNext }: WorkButtonProps) {
  const t = useTranslations('editor.translation');
  const state = useSyncExternalStore(desk.state.subscribe, desk.state.read);
  if (!state) return null;
  const { missing, stale, moved, extra } = state.counts;
  if (missing > 0 && !isBegun(state)) {
    return (
      <span className="inline-block shrink-0 whitespace-nowrap px-1 text-fine text-ink-soft first-letter:uppercase @max-5xl:sr-only">
        {t('notBegun', { language })}
      </span>
    );
  }
  if (missing + stale + moved + extra === 0) {
    return (
      <span
        title={t('allCurrent')}
        className="inline-flex shrink-0 items-center gap-1 whitespace-nowrap px-1 text-fine text-success @max-[31rem]:sr-only"
      >
        <Icon icon={doneIcon} />
        <span className="@max-5xl:sr-only">{t('allCurrent')}</span>
      </span>
    );
  }
  const summary = t('summary', { missing, stale, moved, extra }).trim();
  if (missing + stale === 0) {
    return <span className="shrink-0 whitespace-nowrap px-1 text-fine text-ink-soft @max-5xl:sr-only">{summary}</span>;
  }
  return (
    <button type="button" className={toolButtonStyle('quiet')} title={summary} onClick={onNext}>
      <Icon icon={nextIcon} className="rtl:-scale-x-100" />
      <span className="@max-5xl:sr-only">{t('next')}</span>
      <span aria-hidden="true" className="rounded-full bg-sunken px-2 text-fine text-ink tabular-nums @max-4xl:hidden">
        {missing + stale}
      </span>
      <span className="sr-only">{summary}</span>
    </button>
  );
}
