import { useEffect, useMemo, useRef, useState } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { LATEST_ITEMS } from '#core/islands/island-address.ts';
import { showIsland } from '../../embed/show-island.ts';
import { CopyField } from '../../ui/kit/forms/copy-field.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { TextField } from '../../ui/kit/forms/text-field.tsx';
import { SelectField } from '../select-field.tsx';
import { useFilledForm } from '../use-filled-form.ts';
import { EMBED_THEMES } from './embed-query.ts';
import type { EmbedData } from './read-settings.ts';

/** The element with which another website shows the newest items, and how that looks. */
export function EmbedSection({ embed }: { embed: EmbedData }) {
  const t = useTranslations('admin.settings.embed');
  const { props, theme, snippet, languages, types } = embed;
  const values = useMemo(() => ({ ...props, type: props.type ?? '', theme }), [props, theme]);
  const form = useFilledForm(values);
  return (
    <section aria-labelledby="embed" className="mt-10">
      <h2 id="embed" className="font-semibold text-h3">
        {t('title')}
      </h2>
      <p className="mt-1 max-w-[65ch] text-ink-soft">{t('lead')}</p>
      <Form ref={form} method="get" className="mt-4 grid max-w-xl gap-4 sm:grid-cols-2">
        <SelectField
          id="language"
          name="language"
          label={t('language')}
          defaultValue={props.language}
          choices={languages}
        />
        <SelectField
          id="type"
          name="type"
          label={t('type')}
          defaultValue={values.type}
          none={t('allTypes')}
          choices={types}
        />
        <TextField
          id="count"
          name="count"
          type="number"
          label={t('count')}
          required
          min={1}
          max={10}
          defaultValue={props.count}
        />
        <SelectField
          id="theme"
          name="theme"
          label={t('theme')}
          defaultValue={theme}
          choices={EMBED_THEMES.map((value) => ({ value, label: t(`themes.${value}`) }))}
        />
        <div className="sm:col-span-full">
          <SubmitButton>{t('update')}</SubmitButton>
        </div>
      </Form>
      <CopyField
        name="snippet"
        label={t('snippet')}
        value={snippet}
        texts={{ copy: t('copy'), copied: t('copied'), copyByHand: t('copyByHand') }}
      />
      <WidgetPreview key={snippet} embed={embed} />
    </section>
  );
}

/** The background of a website in each mode of the widget, which has none. */
const GROUNDS = { auto: 'bg-white dark:bg-meki-gray-950', light: 'bg-white', dark: 'bg-meki-gray-950' };

/** The widget itself, as the other website shows it. */
function WidgetPreview({ embed: { props, theme } }: { embed: EmbedData }) {
  const t = useTranslations('admin.settings.embed');
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const { language, type, count } = props;
  useEffect(() => {
    if (!place.current) return;
    const shown = { language, ...(type !== undefined && { type }), count };
    showIsland(place.current, { origin: '', name: LATEST_ITEMS, props: shown }).catch(() => setFailed(true));
  }, [language, type, count]);
  return (
    <div className="noscript:hidden">
      <h3 className="mt-5 font-semibold">{t('preview')}</h3>
      {failed && <p role="status">{t('previewFailed')}</p>}
      <div
        ref={place}
        data-theme={theme}
        className={`mt-2 max-w-xl rounded-card border border-line p-5 ${GROUNDS[theme]}`}
      />
    </div>
  );
}
