import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLocale } from '../../i18n/message-provider.tsx';
import { TextField } from '../../ui/kit/forms/text-field.tsx';
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
  const [clock, setClock] = useState({ date: filled?.date || data.clock.date, time: filled?.time || data.clock.time });
  const chosen = filled?.languages ?? languages.map(({ code }) => code);
  return (
    <section aria-labelledby="scheduling" className="mt-8">
      <h2 id="scheduling" className="font-semibold text-h3">
        {t('title')}
      </h2>
      <p className="mt-1 text-ink-soft">{t('lead', { zone: data.clock.zoneName })}</p>
      <PanelForm
        data={data}
        className="mt-3 grid gap-3"
        onChange={({ currentTarget }) => {
          const form = new FormData(currentTarget);
          setClock({ date: String(form.get('date')), time: String(form.get('time')) });
        }}
      >
        <LanguageChoice legend={t('languages')} languages={languages} chosen={chosen} />
        <div className="grid max-w-md gap-3 sm:grid-cols-2">
          <TextField type="date" name="date" label={t('date')} required defaultValue={clock.date} />
          <TextField type="time" name="time" label={t('time')} required defaultValue={clock.time} />
        </div>
        <OwnTime clock={clock} zone={data.clock.zone} />
        <div className="flex flex-wrap gap-3">
          <PanelButton intent="schedule-publish">{t('publish')}</PanelButton>
          <PanelButton intent="schedule-unpublish">{t('unpublish')}</PanelButton>
        </div>
      </PanelForm>
    </section>
  );
}

/** The same time on the reader's clock, if it is in another time zone. */
function OwnTime({ clock, zone }: { clock: { date: string; time: string }; zone: string }) {
  const t = useTranslations('publishing.schedule');
  const { language } = useLocale();
  const [ownZone, setOwnZone] = useState<string>();
  useEffect(() => setOwnZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const moment = momentOfClock(clock, zone);
  if (ownZone === undefined || ownZone === zone || !moment.ok) return null;
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: ownZone });
  return (
    <p role="status" className="text-fine text-ink-soft">
      {t('own', { zone: zoneName(language, ownZone, moment.at), when: format.format(moment.at) })}
    </p>
  );
}
