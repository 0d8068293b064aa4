import { useEffect, useState } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import type { PreviewData, PreviewWidth } from './read-preview.ts';
import { useItemVersion } from './use-item-version.ts';

const WIDTHS: PreviewWidth[] = ['desktop', 'phone'];

/** A live preview of the page. Without script, it shows the state when it was opened. */
export function PreviewPane({ data }: { data: PreviewData }) {
  const t = useTranslations('publishing.preview');
  const [language, setLanguage] = useState(data.language);
  const [width, setWidth] = useState(data.width);
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const { version, failure } = useItemVersion(`${data.paths.preview}/changes`, data.version);
  const shown = data.languages.find(({ code }) => code === language) ?? data.languages[0];
  if (!shown) return null;
  return (
    <div className="mt-4 grid gap-3">
      <Form className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <Choice
          legend={t('language')}
          name="language"
          options={data.languages.map(({ code, name }) => ({ value: code, label: name }))}
          value={shown.code}
          onChoose={setLanguage}
        />
        <Choice
          legend={t('width')}
          name="width"
          options={WIDTHS.map((value) => ({ value, label: t(value) }))}
          value={width}
          onChoose={(value) => setWidth(value === 'phone' ? 'phone' : 'desktop')}
        />
        <div className="hidden noscript:block">
          <SubmitButton tone="plain">{t('show')}</SubmitButton>
        </div>
        <a
          href={shown.frameHref}
          target="_blank"
          rel="noopener"
          className="link-quiet inline-flex min-h-11 items-center text-action"
        >
          {t('open')}
        </a>
      </Form>
      <p className="text-fine text-ink-soft">{t(isLive ? 'live' : 'static')}</p>
      <p role="status" className="font-medium text-fine text-warning empty:sr-only">
        {failure && t(failure)}
      </p>
      <PreviewFrame
        key={shown.code}
        href={shown.frameHref}
        version={version}
        title={t('frame', { language: shown.name })}
        width={width}
      />
    </div>
  );
}

interface ChoiceProps {
  legend: string;
  name: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChoose: (value: string) => void;
}

function Choice({ legend, name, options, value, onChoose }: ChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-fine">{legend}</legend>
      <div className="flex gap-1 rounded-control border border-line p-1">
        {options.map((option) => (
          <label
            key={option.value}
            className="grid min-h-11 cursor-pointer place-items-center rounded-[0.375rem] px-3 font-medium has-checked:bg-tint has-checked:text-action has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
              className="sr-only"
            />
            <span className="block first-letter:uppercase">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
