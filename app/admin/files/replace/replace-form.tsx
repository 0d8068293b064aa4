import { useId } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { ACCEPTED_FILES } from '#core/media/media-file.ts';
import type { ToldLimits } from '#core/media/media-limits.ts';
import { inputStyle } from '../../../ui/kit/forms/field.tsx';
import { FormError } from '../../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../../ui/kit/forms/submit-button.tsx';
import { SelectField } from '../../select-field.tsx';

interface ReplaceFormProps {
  file: {
    replacePath: string;
    /** The version that the person sees. */
    version: number;
    languages: readonly { code: string; name: string }[];
    mostVersions: number;
    /** Whether it may have captions and a poster. */
    isFilm: boolean;
    limits: ToldLimits;
  };
  /** Why the last one was refused. */
  answer?: { sentence: string } | undefined;
}

/** Takes other bytes for a file, of all languages or of one. */
export function ReplaceForm({
  file: { replacePath, version, languages, mostVersions, isFilm, limits },
  answer,
}: ReplaceFormProps) {
  const t = useTranslations('admin.files.file');
  const tUpload = useTranslations('admin.files.upload');
  const id = useId();
  return (
    <>
      <p className="mt-1 text-ink-soft">{t('replaceLead', { count: mostVersions })}</p>
      <Form method="post" action={replacePath} encType="multipart/form-data" className="mt-3 grid max-w-xl gap-4">
        <FormError errors={answer && [answer.sentence]} answer={answer} />
        <input type="hidden" name="version" value={version} />
        <div>
          <label htmlFor={id} className="mb-1.5 block font-medium">
            {t('replaceFile')}
          </label>
          <p id={`${id}-hint`} className="mb-2 text-fine text-ink-soft">
            {tUpload('lead', limits)}
          </p>
          <input
            id={id}
            type="file"
            name="file"
            accept={ACCEPTED_FILES}
            required
            aria-describedby={`${id}-hint`}
            className={inputStyle}
          />
        </div>
        <SelectField
          id="replace-language"
          name="language"
          label={t('replaceFor')}
          none={t('allLanguages')}
          choices={[
            ...languages.map(({ code, name }) => ({ value: code, label: t('onlyLanguage', { language: name }) })),
            ...(isFilm
              ? [
                  ...languages.map(({ code, name }) => ({
                    value: `captions.${code}`,
                    label: t('captionsFor', { language: name }),
                  })),
                  { value: 'poster', label: t('poster') },
                ]
              : []),
          ]}
        />
        <div>
          <SubmitButton tone="plain" name="replaces" value="yes">
            {t('replaceButton')}
          </SubmitButton>
        </div>
      </Form>
    </>
  );
}
