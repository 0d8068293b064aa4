import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Doc } from 'yjs';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { DRAFT_AUTHOR, DRAFT_OWN_AUTHOR } from '#core/drafts/draft-shape.ts';
import type { EditedLanguage } from '../context/read-editor.ts';
import { SharedTextField } from './shared-text-field.tsx';
import { useSharedText } from './use-shared-value.ts';

interface OwnBylineFieldProps {
  /** The language's document. */
  doc: Doc;
  /** The shared document. */
  shared: Doc;
  language: EditedLanguage;
  onFocus: () => void;
  /** Renders the field in its place. */
  children: (field: ReactNode) => ReactNode;
}

/** The byline of a language, which shows the shared one if it is empty; nothing while there is no byline at all. */
export function OwnBylineField({ doc, shared, language, onFocus, children }: OwnBylineFieldProps) {
  const t = useTranslations('editor.fields');
  const common = useSharedText(shared.getText(DRAFT_AUTHOR));
  const text = doc.getText(DRAFT_OWN_AUTHOR);
  const own = useSharedText(text);
  const hasByline = common !== '' || own !== '';
  // It stays while somebody empties it.
  const [isShown, setIsShown] = useState(hasByline);
  if (hasByline && !isShown) setIsShown(true);
  if (!isShown) return null;
  return children(
    <SharedTextField
      text={text}
      label={t('ownAuthor')}
      hint={common !== '' && t('ownAuthorHint', { author: common })}
      language={language}
      canEdit={language.canEdit}
      most={CONTENT_LIMITS.author}
      onFocus={onFocus}
    />,
  );
}
