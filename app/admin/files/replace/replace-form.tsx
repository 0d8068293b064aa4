import { useEffect, useId, useState } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { wantedKind } from '#core/files/site-file.ts';
import { acceptedFiles, type FileKind } from '#core/media/media-file.ts';
import type { ToldLimits } from '#core/media/media-limits.ts';
import { inputStyle } from '../../../ui/kit/forms/field.tsx';
import { FormError } from '../../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../../ui/kit/forms/submit-button.tsx';
import { SelectField } from '../../select-field.tsx';
import { placeOf, placeValue } from '../files-answer.ts';

interface ReplaceFormProps {
  file: {
    replacePath: string;
    /** The version that the person sees. */
    version: number;
    languages: readonly { code: string; name: string }[];
    mostVersions: number;
    /** A film may have captions and a poster. */
    kind: FileKind;
    limits: ToldLimits;
  };
  /** Why the last one was refused. */
  answer?: { sentence: string } | undefined;
}

/** Takes other bytes for a file, of all languages or of one. */
export function ReplaceForm({
  file: { replacePath, version, languages, mostVersions, kind, limits },
  answer,
}: ReplaceFormProps) {
  const t = useTranslations('admin.files.file');
  const id = useId();
  const isFilm = kind === 'video';
  // Without script, a file for each of the choices can be chosen.
  const [chosen, setChosen] = useState<string>();
  useEffect(() => setChosen(''), []);
  const parts: FileKind[] = [kind, ...(isFilm ? (['captions', 'picture'] as const) : [])];
  const kinds = chosen === undefined ? parts : [wantedKind(kind, placeOf(chosen))];
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
            {kinds.map((one) => t(`replaceKinds.${one}`, limits)).join(' ')}
          </p>
          <input
            id={id}
            type="file"
            name="file"
            accept={acceptedFiles(kinds)}
            required
            aria-describedby={`${id}-hint`}
            className={inputStyle}
          />
        </div>
        <SelectField
          id="replace-language"
          name="language"
          label={t('replaceFor')}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          none={t('allLanguages')}
          choices={[
            ...languages.map(({ code, name }) => ({ value: code, label: t('onlyLanguage', { language: name }) })),
            ...(isFilm
              ? [
                  ...languages.map(({ code, name }) => ({
                    value: placeValue({ language: code, part: 'captions' }),
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
