import { type ReactNode, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Doc } from 'yjs';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { DRAFT_COVER } from '#core/drafts/draft-shape.ts';
import { COVER_ALT } from '#core/translation/units.ts';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { OfferedAlt, useFileWords } from '../../files/choose/file-words.tsx';
import { type CoverChoice, useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import { PictureButton } from '../links/media-field.tsx';
import { SharedTextField } from './shared-text-field.tsx';
import { useSharedMember, useSharedText } from './use-shared-value.ts';

/** The cover of an item. */
export function CoverField({ doc, canEdit }: { doc: Doc; canEdit: boolean }) {
  const t = useTranslations('editor.fields');
  const group = useRef<HTMLFieldSetElement>(null);
  const cover = doc.getMap<unknown>(DRAFT_COVER);
  const media = useCover(doc);
  return (
    <fieldset ref={group} tabIndex={-1} className="grid gap-3">
      <legend className="mb-1.5 font-medium">{t('cover')}</legend>
      {media !== undefined ? (
        <>
          {/* The space is reserved: when the picture arrives, the button below stays where a pointer is about to press it. */}
          <img
            src={`/files/${media}/640.webp`}
            alt=""
            className="aspect-video w-full rounded-control bg-sunken object-contain"
          />
          <p className="text-fine text-ink-soft">{t('coverAltPlace')}</p>
          {canEdit && (
            <button
              type="button"
              className={`justify-self-start ${buttonStyle('quiet')}`}
              onClick={() => {
                cover.delete('media');
                group.current?.focus();
              }}
            >
              {t('removeCover')}
            </button>
          )}
        </>
      ) : (
        <p className="text-ink-soft">{t('noCover')}</p>
      )}
      {canEdit && <PictureButton label={t('cover')} onChoose={(id) => cover.set('media', id)} />}
    </fieldset>
  );
}

/** The media id of an item's cover. @param shared the shared draft */
export function useCover(shared: Doc): string | undefined {
  const media = useSharedMember(shared.getMap<unknown>(DRAFT_COVER), 'media');
  return typeof media === 'string' ? media : undefined;
}

/** Lets the pictures of a language's text be the cover. @returns `undefined` where the person may not, or there is none */
export function useChoosableCover(shared: Doc, doc: Doc): CoverChoice | undefined {
  const { type, item, canEditShared } = useDesk();
  const media = useCover(shared);
  const canChoose = canEditShared && !item.isTrashed && type.appearsAs !== 'faq';
  return useMemo(
    () =>
      canChoose
        ? {
            media,
            choose(next, alt) {
              const cover = shared.getMap<unknown>(DRAFT_COVER);
              if (next === undefined) cover.delete('media');
              else cover.set('media', next);
              const described = doc.getText(COVER_ALT);
              if (next !== undefined && alt && described.length === 0) described.insert(0, alt);
            },
          }
        : undefined,
    [canChoose, media, shared, doc],
  );
}

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
  const { alt, offered } = useFileWords(media, language.code) ?? {};
  const text = doc.getText(COVER_ALT);
  const isEmpty = useSharedText(text) === '';
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
      <img
        src={`/files/${media}/320.webp`}
        alt=""
        className="aspect-video w-28 rounded-control bg-sunken object-contain"
      />
      <div>
        <SharedTextField
          text={text}
          label={t('coverAlt')}
          hint={alt ? t('coverAltOfFile', { alt }) : t('coverAltHint')}
          language={language}
          canEdit={language.canEdit}
          most={CONTENT_LIMITS.alt}
          aside={aside}
          onFocus={onFocus}
          onOwnChange={onOwnChange}
        />
        {isEmpty && language.canEdit && <OfferedAlt offered={offered} onTake={(words) => text.insert(0, words)} />}
      </div>
    </div>
  );
}
