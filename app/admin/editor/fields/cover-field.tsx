import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Doc } from 'yjs';
import { DRAFT_COVER } from '#core/drafts/draft-shape.ts';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { useDesk } from '../context/desk-context.tsx';
import { PictureFileField } from '../pictures/picture-file-field.tsx';
import { useCover } from './use-cover.ts';

/** The cover of an item. */
export function CoverField({ doc, canEdit }: { doc: Doc; canEdit: boolean }) {
  const t = useTranslations('editor.fields');
  const { canUpload } = useDesk();
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
            src={`/media/${media}/640.webp`}
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
