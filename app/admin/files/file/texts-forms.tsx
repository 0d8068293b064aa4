import { useState } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { FILE_LIMITS } from '#core/files/site-file.ts';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { Checkbox } from '../../../ui/kit/forms/checkbox.tsx';
import { TextField } from '../../../ui/kit/forms/field.tsx';
import { FormError } from '../../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../../ui/kit/forms/submit-button.tsx';
import { TextAreaField } from '../../../ui/kit/forms/text-area-field.tsx';
import type { FileAnswer } from '../files-answer.ts';
import type { FilePageData } from './read-file-page.ts';

type LanguageData = FilePageData['languages'][number];
type TextData = LanguageData['texts'][number];

/** The texts of a file in each language, side by side where there is room. */
export function TextsForms({ page, answer }: { page: FilePageData; answer: FileAnswer | undefined }) {
  const t = useTranslations('admin.files.file');
  return (
    <section aria-labelledby="texts">
      <h2 id="texts" className="font-semibold text-h3">
        {t('textsTitle')}
      </h2>
      <p className="mt-1 text-ink-soft">{t('textsLead')}</p>
      <div className="mt-4 grid gap-x-8 gap-y-10 lg:grid-cols-[repeat(auto-fit,minmax(22rem,1fr))]">
        {page.languages.map((language) => (
          <LanguageForm key={`${language.code} ${language.stamp}`} page={page} language={language} answer={answer} />
        ))}
      </div>
    </section>
  );
}

interface LanguageFormProps {
  page: FilePageData;
  language: LanguageData;
  answer: FileAnswer | undefined;
}

function LanguageForm({ page, language, answer }: LanguageFormProps) {
  const t = useTranslations('admin.files.file');
  const { code, label, isSource, stamp, mayEdit, texts, isStale } = language;
  const problem =
    answer?.kind === 'problem' && answer.intent === 'describe' && answer.typed?.language === code ? answer : undefined;
  const typed = problem?.typed;
  const [isDecorative, setDecorative] = useState(typed?.decorative ?? language.decorative);
  const heading = `texts-${code}`;
  return (
    <Form method="post" action={page.path} aria-labelledby={heading} className="grid content-start gap-4">
      <h3 id={heading} className="font-semibold">
        {label} {isSource && <span className="font-normal text-ink-soft">({t('source')})</span>}
      </h3>
      {problem && <FormError errors={[problem.sentence]} answer={problem} />}
      <input type="hidden" name="intent" value="describe" />
      <input type="hidden" name="language" value={code} />
      <input type="hidden" name="stamp" value={stamp} />
      {texts.map((text) => (
        <TextOf
          key={text.name}
          language={language}
          text={text}
          typed={typed?.[text.name]}
          isOff={text.name === 'alt' && isDecorative}
        />
      ))}
      {texts.some(({ name }) => name === 'alt') && (
        <Checkbox
          id={`decorative-${code}`}
          name="decorative"
          value="yes"
          label={t('decorative')}
          checked={isDecorative}
          disabled={!mayEdit}
          onChange={({ currentTarget }) => setDecorative(currentTarget.checked)}
        />
      )}
      {mayEdit && isStale && <Checkbox id={`current-${code}`} name="isCurrent" value="yes" label={t('isCurrent')} />}
      {mayEdit && isSource && <Checkbox id={`minor-${code}`} name="isMinor" value="yes" label={t('isMinor')} />}
      {mayEdit && (
        <div>
          <SubmitButton tone="plain" name="described" value={code}>
            {t('save')}
          </SubmitButton>
        </div>
      )}
    </Form>
  );
}

interface TextOfProps {
  language: LanguageData;
  text: TextData;
  /** What was typed and not accepted. */
  typed: string | undefined;
  /** Whether the text does not count: the picture is decorative. */
  isOff: boolean;
}

const STATE_COLORS = {
  missing: 'text-warning',
  stale: 'text-warning',
  current: 'text-success',
  extra: 'text-ink-soft',
} as const;

function TextOf({ language, text, typed, isOff }: TextOfProps) {
  const t = useTranslations('admin.files.file');
  const { code, language: tag, direction, mayEdit } = language;
  const { name, state, source, was, offer } = text;
  const hint = (
    <>
      {state && <span className={`font-medium ${STATE_COLORS[state]}`}>{t(`states.${state}`)}. </span>}
      {name === 'alt' && `${t('altHint')} `}
      {was && <span className="block">{t('was', { text: was })}</span>}
      {source !== undefined && state !== 'current' && (
        <span className="block">{t('sourceSays', { text: source })}</span>
      )}
    </>
  );
  const field = {
    ...{ id: `${name}-${code}`, name, label: t(name), lang: tag, dir: direction },
    defaultValue: typed ?? text.text,
    maxLength: FILE_LIMITS[name],
    readOnly: !mayEdit || isOff,
    ...((state || name === 'alt') && { hint }),
  };
  const control =
    name === 'caption' || name === 'alt' ? (
      <TextAreaField {...field} rows={2} />
    ) : (
      <TextField {...field} autoComplete="off" />
    );
  if (offer === undefined || !mayEdit || isOff) return control;
  return (
    <div>
      {control}
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-fine text-ink-soft">
        <span>{t('offered', { text: offer })}</span>
        <button
          type="button"
          className={`noscript:hidden ${buttonStyle('quiet')}`}
          onClick={({ currentTarget }) => {
            const written = currentTarget.form?.elements.namedItem(name);
            if (!(written instanceof HTMLInputElement || written instanceof HTMLTextAreaElement)) return;
            written.value = offer;
            written.focus();
          }}
        >
          <span aria-hidden="true">{t('useOffered')}</span>
          <span className="sr-only">{t('useOfferedFor', { field: t(name) })}</span>
        </button>
      </p>
    </div>
  );
}
