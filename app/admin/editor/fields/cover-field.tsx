import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Doc } from 'yjs';
import { CONTENT_LIMITS } from '#core/content/limits.ts';
import { DRAFT_COVER } from '#core/drafts/draft-shape.ts';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { TextField } from '../../../ui/kit/forms/text-field.tsx';
import { useDesk } from '../desk/desk-context.tsx';
import { PictureFileField } from '../pictures/picture-file-field.tsx';
import type { EditedLanguage } from '../read-editor.ts';
import { textProblem } from './field-problem.ts';
import { useProblemSentence } from './use-problem-sentence.ts';
import { useSharedMember } from './use-shared-value.ts';

/** The picture of an item, and what it shows in each language. */
export function CoverField({ doc, canEdit }: { doc: Doc; canEdit: boolean }) {
  const t = useTranslations('editor.fields');
  const { languages, canUpload } = useDesk();
  const group = useRef<HTMLFieldSetElement>(null);
  const cover = doc.getMap<unknown>(DRAFT_COVER);
  const media = useSharedMember(cover, 'media');
  return (
    <fieldset ref={group} tabIndex={-1} className="grid gap-3">
      <legend className="mb-1.5 font-medium">{t('cover')}</legend>
      {typeof media === 'string' ? (
        <>
          <img src={`/media/${media}/640.webp`} alt="" className="w-full rounded-control bg-sunken" />
          {languages.map((language) => (
            <CoverAlt key={language.code} doc={doc} language={language} canEdit={canEdit} />
          ))}
          {canEdit && (
            <button
              type="button"
              className={`justify-self-start ${buttonStyle('quiet')}`}
              onClick={() => {
                cover.delete('media');
                (group.current?.querySelector<HTMLElement>('input[type="file"]') ?? group.current)?.focus();
              }}
            >
              {t('removeCover')}
            </button>
          )}
        </>
      ) : (
        <p className="text-ink-soft">{t('noCover')}</p>
      )}
      {canEdit && canUpload && <PictureFileField onSent={(id) => cover.set('media', id)} />}
    </fieldset>
  );
}

function CoverAlt({ doc, language, canEdit }: { doc: Doc; language: EditedLanguage; canEdit: boolean }) {
  const t = useTranslations('editor.fields');
  const sentence = useProblemSentence();
  const cover = doc.getMap<unknown>(DRAFT_COVER);
  const key = `alt:${language.code}`;
  const value = useSharedMember(cover, key);
  const alt = typeof value === 'string' ? value : '';
  const problem = textProblem(alt, CONTENT_LIMITS.alt, false);
  return (
    <TextField
      name={key}
      label={t('coverAlt', { language: language.name })}
      hint={t('coverAltHint')}
      errors={problem ? [sentence(problem)] : []}
      value={alt}
      readOnly={!canEdit}
      lang={language.tag}
      onChange={({ currentTarget }) => cover.set(key, currentTarget.value)}
    />
  );
}
