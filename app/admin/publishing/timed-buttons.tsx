import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import openIcon from '~icons/lucide/chevron-down';
import { useLocale } from '../../i18n/message-provider.tsx';
import { Icon } from '../../ui/icon.tsx';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { TextField } from '../../ui/kit/forms/field.tsx';
import { Menu, MenuChoice } from '../../ui/kit/menu.tsx';
import { momentOfClock, zoneName } from '../site-clock.ts';
import { PanelButton } from './panel-form.tsx';
import type { FilledForm, PublishingIntent } from './publishing-answer.ts';
import type { PublishingData } from './read-publishing.ts';

/** A form that was sent with an intent, and answered. */
export interface FilledAs {
  intent: PublishingIntent;
  form: FilledForm;
}

interface TimedButtonsProps {
  data: PublishingData;
  filled: FilledAs | undefined;
  tone?: 'action' | 'plain';
  /** What is done at once, and what at a time; missing if it is not possible. */
  now: { intent: PublishingIntent; label: string } | undefined;
  at: { intent: PublishingIntent; label: string } | undefined;
  /** Further buttons beside it. */
  children?: ReactNode;
}

type When = 'now' | 'at';

/**
 * The button of a form that is sent now, or with a time in the site's time zone: the menu beside it says which. Without script,
 * each has a button of its own.
 */
export function TimedButtons({ data, filled, tone = 'plain', now, at, children }: TimedButtonsProps) {
  const t = useTranslations('publishing.schedule');
  const [chosen, setWhen] = useState<When>(at && filled?.intent === at.intent ? 'at' : 'now');
  const when = !now ? 'at' : at ? chosen : 'now';
  const shown = when === 'now' ? now : at;
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  const fields = useRef<HTMLDivElement>(null);
  const isSplit = now !== undefined && at !== undefined;
  return (
    <>
      {at && (when === 'at' || !hasScript) && (
        <div ref={fields} className={when === 'at' ? '' : 'hidden noscript:block'}>
          <TimeFields data={data} filled={filled?.form} label={at.label} />
          {when === 'now' && (
            <div className="mt-3">
              <PanelButton intent={at.intent}>{at.label}</PanelButton>
            </div>
          )}
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {shown && (
          <div className="inline-flex">
            <PanelButton
              intent={shown.intent}
              tone={tone}
              className={isSplit ? 'rounded-e-none noscript:rounded-e-control' : ''}
            >
              {shown.label}
            </PanelButton>
            {isSplit && (
              <Menu
                align="start"
                onCloseAutoFocus={(event) => {
                  const date = fields.current?.querySelector<HTMLElement>('input:not([type=hidden])');
                  if (when !== 'at' || !date) return;
                  event.preventDefault();
                  date.focus();
                }}
                trigger={
                  <button
                    type="button"
                    aria-label={t('when', { action: now.label })}
                    className={`noscript:hidden ${buttonStyle(tone)} w-11 rounded-s-none px-0 ${tone === 'action' ? 'border-surface border-s' : 'border-s-0'}`}
                  >
                    <Icon icon={openIcon} />
                  </button>
                }
              >
                <MenuChoice
                  label={t('choice')}
                  value={when}
                  options={(['now', 'at'] as const).map((value) => ({ value, label: t(value) }))}
                  onChange={setWhen}
                />
              </Menu>
            )}
          </div>
        )}
        {children}
      </div>
    </>
  );
}

interface TimeFieldsProps {
  data: PublishingData;
  filled: FilledForm | undefined;
  label: string;
}

/** Date and time by the site's clock. */
function TimeFields({ data: { clock: given }, filled, label }: TimeFieldsProps) {
  const t = useTranslations('publishing.schedule');
  const { language } = useLocale();
  const { zone } = given;
  const [clock, setClock] = useState({
    date: filled?.date || given.date,
    time: filled?.time || given.time,
    isSecond: filled?.occurrence === 'second',
  });
  const moment = momentOfClock(clock, zone);
  const known = moment.ok ? moment : momentOfClock(given, zone);
  const first = known.ok ? known.at : 0;
  const at = known.ok && clock.isSecond ? (known.again ?? first) : first;
  // The name of a zone depends on the date: summer and standard time. At first it is the server's, which may word it otherwise.
  const [name, setName] = useState(given.zoneName);
  useEffect(() => setName(zoneName(language, zone, at)), [language, zone, at]);
  function readClock({ target }: FormEvent<HTMLElement>) {
    const form = target instanceof HTMLInputElement && target.form;
    if (!form) return;
    const sent = new FormData(form);
    setClock({
      date: String(sent.get('date')),
      time: String(sent.get('time')),
      isSecond: sent.get('occurrence') === 'second',
    });
  }
  return (
    <section aria-label={label} onChange={readClock} className="grid gap-3">
      <p className="text-fine text-ink-soft">{t('lead', { zone: name })}</p>
      <div className="grid max-w-md gap-3 sm:grid-cols-2">
        <TextField type="date" name="date" label={t('date')} required defaultValue={clock.date} />
        <TextField type="time" name="time" label={t('time')} required defaultValue={clock.time} />
      </div>
      {moment.ok && moment.again !== undefined && (
        <Occurrence moments={[moment.at, moment.again]} zone={zone} isSecond={clock.isSecond} />
      )}
      <OwnTime at={moment.ok ? at : undefined} zone={zone} />
    </section>
  );
}

interface OccurrenceProps {
  moments: readonly [number, number];
  zone: string;
  isSecond: boolean;
}

/** The choice between the two moments of a time that exists twice, when clocks go back. */
function Occurrence({ moments, zone, isSecond }: OccurrenceProps) {
  const t = useTranslations('publishing.schedule');
  const { language } = useLocale();
  return (
    <fieldset>
      <legend className="font-medium">{t('twice')}</legend>
      <div className="flex flex-wrap gap-x-6">
        {(['first', 'second'] as const).map((occurrence, index) => (
          <label key={occurrence} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name="occurrence"
              value={occurrence}
              defaultChecked={isSecond === (occurrence === 'second')}
              className="size-5 shrink-0 accent-(--action)"
            />
            {t(occurrence, { zone: zoneName(language, zone, moments[index] ?? 0) })}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/**
 * The same time on the reader's clock, if it is in another time zone. The server does not know it: the text has its place before, so
 * that the buttons below do not move away from a press.
 */
function OwnTime({ at, zone }: { at: number | undefined; zone: string }) {
  const t = useTranslations('publishing.schedule');
  const { language } = useLocale();
  const [ownZone, setOwnZone] = useState<string>();
  useEffect(() => setOwnZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const isElsewhere = ownZone !== undefined && ownZone !== zone;
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: ownZone });
  return (
    <p role="status" className="min-h-[2lh] text-fine text-ink-soft sm:min-h-[1lh]">
      {isElsewhere && at !== undefined && t('own', { zone: zoneName(language, ownZone, at), when: format.format(at) })}
    </p>
  );
}
