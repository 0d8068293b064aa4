import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLocale } from '../../i18n/message-provider.tsx';
import { TextField } from '../../ui/kit/forms/field.tsx';
import { momentOfClock, zoneName } from '../site-clock.ts';
import { LanguageChoice } from './language-choice.tsx';
import { PanelButton } from './panel-button.tsx';
import { PanelForm } from './panel-form.tsx';
import type { FilledForm } from './publishing-answer.ts';
import type { PublishingData } from './read-publishing.ts';

/** Schedules publishing or unpublishing of languages, in the site's time zone. */
export function ScheduleForm({ data, filled }: { data: PublishingData; filled: FilledForm | undefined }) {
  const t = useTranslations('publishing.schedule');
  const languages = data.languages.filter(({ state }) => state !== 'missing');
  const { language } = useLocale();
  const { zone } = data.clock;
  const [clock, setClock] = useState({
    date: filled?.date || data.clock.date,
    time: filled?.time || data.clock.time,
    isSecond: filled?.occurrence === 'second',
  });
  const moment = momentOfClock(clock, zone);
  const known = moment.ok ? moment : momentOfClock(data.clock, zone);
  const first = known.ok ? known.at : 0;
  const at = known.ok && clock.isSecond ? (known.again ?? first) : first;
  // The name of a zone depends on the date: summer and standard time. At first it is the server's, which may word it otherwise.
  const [name, setName] = useState(data.clock.zoneName);
  useEffect(() => setName(zoneName(language, zone, at)), [language, zone, at]);
  const chosen = filled?.languages ?? languages.map(({ code }) => code);
  return (
    <section aria-labelledby="scheduling" className="mt-8">
      <h2 id="scheduling" className="font-semibold text-h3">
        {t('title')}
      </h2>
      <p className="mt-1 text-ink-soft">{t('lead', { zone: name })}</p>
      <PanelForm
        data={data}
        className="mt-3 grid gap-3"
        onChange={({ currentTarget }) => {
          const form = new FormData(currentTarget);
          setClock({
            date: String(form.get('date')),
            time: String(form.get('time')),
            isSecond: form.get('occurrence') === 'second',
          });
        }}
      >
        <LanguageChoice legend={t('languages')} languages={languages} chosen={chosen} />
        <div className="grid max-w-md gap-3 sm:grid-cols-2">
          <TextField type="date" name="date" label={t('date')} required defaultValue={clock.date} />
          <TextField type="time" name="time" label={t('time')} required defaultValue={clock.time} />
        </div>
        {moment.ok && moment.again !== undefined && (
          <Occurrence moments={[moment.at, moment.again]} zone={zone} isSecond={clock.isSecond} />
        )}
        <OwnTime at={moment.ok ? at : undefined} zone={zone} />
        <div className="flex flex-wrap gap-3">
          <PanelButton intent="schedule-publish">{t('publish')}</PanelButton>
          <PanelButton intent="schedule-unpublish">{t('unpublish')}</PanelButton>
        </div>
      </PanelForm>
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
