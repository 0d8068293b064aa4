import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Doc } from 'yjs';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { COVER_ALT } from '#core/translation/units.ts';
import type { EditedLanguage } from '../context/read-editor.ts';
import { SharedTextField } from './shared-text-field.tsx';

interface CoverAltFieldProps {
  /** Media id of the cover. */
  media: string;
  /** The language's document. */
  doc: Doc;
  language: EditedLanguage;
  /** Shown beside the label. */
  aside: ReactNode;
  onFocus: () => void;
  onOwnChange: () => void;
}

/** The alternative text of the cover in a language, beside the cover. */
export function CoverAltField({ media, doc, language, aside, onFocus, onOwnChange }: CoverAltFieldProps) {
  const t = useTranslations('editor.fields');
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
      <img
        src={`/media/${media}/320.webp`}
        alt=""
        className="aspect-video w-28 rounded-control bg-sunken object-contain"
      />
      <SharedTextField
        text={doc.getText(COVER_ALT)}
        label={t('coverAlt')}
        hint={t('coverAltHint')}
        language={language}
        canEdit={language.canEdit}
        most={CONTENT_LIMITS.alt}
        aside={aside}
        onFocus={onFocus}
        onOwnChange={onOwnChange}
      />
    </div>
  );
}
