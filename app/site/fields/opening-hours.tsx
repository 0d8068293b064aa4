import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ContactNow, OpenState } from '#core/public-content/open-state.ts';
import { formatDay } from '../../i18n/format-date.ts';
import { formatExceptionalDays, formatHours, formatTime, type HoursRow, weekdayName } from '../../i18n/format-hours.ts';
import { useLocale } from '../../i18n/message-provider.tsx';

/** Whether it is open now, the weekly hours, and the days on which they do not hold. */
export function OpeningHours({ contact }: { contact: ContactNow }) {
  const t = useTranslations('common.contact');
  const { language } = useLocale();
  const { openingHours, exceptionalDays = [] } = contact;
  const open = useOpenState(contact);
  const sentence = useOpenSentence(open);
  return (
    <>
      {sentence && (
        <p className={`mb-1.5 font-medium ${open?.isOpen ? 'text-success' : ''}`} data-open={open?.isOpen}>
          {sentence}
        </p>
      )}
      <Hours rows={formatHours(openingHours, language)} />
      {exceptionalDays.length > 0 && (
        <>
          <p className="mt-3 mb-1 font-medium text-fine text-ink-soft">{t('exceptionalDays')}</p>
          <Hours rows={formatExceptionalDays(exceptionalDays, language, t('closed'))} />
        </>
      )}
    </>
  );
}

/** Longer timers fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** What the server said, until it is over in a page that stays open. */
function useOpenState(contact: ContactNow): OpenState | undefined {
  const [state, setState] = useState({ of: contact, open: contact.open });
  if (state.of !== contact) setState({ of: contact, open: contact.open });
  const { until, timeZone } = state.open ?? {};
  useEffect(() => {
    if (until === undefined || timeZone === undefined) return undefined;
    const timer = setTimeout(
      async () => {
        const { openState } = await import('#core/public-content/open-state.ts');
        setState({ of: contact, open: openState(contact, timeZone, Date.now()) });
      },
      Math.min(Math.max(until - Date.now(), 0), LONGEST_TIMER),
    );
    return () => clearTimeout(timer);
  }, [contact, until, timeZone]);
  return state.open;
}

function useOpenSentence(open: OpenState | undefined): string | undefined {
  const t = useTranslations('common.contact');
  const { language } = useLocale();
  if (!open) return undefined;
  const { isOpen, change, daysAhead } = open;
  if (!change) return t(isOpen ? 'open' : 'closedNow');
  const time = formatTime(change.time, language);
  if (isOpen) return t('openUntil', { time });
  if (daysAhead === 0) return t('opensAt', { time });
  if (daysAhead === 1) return t('opensTomorrow', { time });
  const weekday = new Date(change.day).getUTCDay() || 7;
  const day = daysAhead < 7 ? weekdayName(weekday, language) : formatDay(language, change.day);
  return t('opensOn', { day, time });
}

/** Opening hours: the days, and the spans of time on each of them. */
export function Hours({ rows }: { rows: HoursRow[] }) {
  return (
    <ul className="tabular-nums">
      {rows.map(({ days, spans, note }) => (
        <li key={`${days} ${spans[0]}`} className="justify-between gap-x-4 not-first:mt-1.5 lg:flex lg:not-first:mt-0">
          <span className="block text-ink-soft first-letter:uppercase">
            {days}
            {note !== undefined && <span className="block text-fine">{note}</span>}
          </span>
          <span>
            {spans.map((span) => (
              <span key={span} className="block whitespace-nowrap">
                {span}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
