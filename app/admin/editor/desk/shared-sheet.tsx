import { type KeyboardEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { fieldsOf } from '#core/content/own-contents.ts';
import type { UnitId } from '#core/content/translation-link.ts';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { DRAFT_AUTHOR, DRAFT_TAGS } from '#core/drafts/draft-shape.ts';
import { Dialog } from '../../../ui/kit/dialog.tsx';
import { useDesk } from '../context/desk-context.tsx';
import type { EditorDraft } from '../drafts/editor-draft.ts';
import { CoverField } from '../fields/cover-field.tsx';
import { SharedTextField } from '../fields/shared-text-field.tsx';
import { TagsField } from '../fields/tags-field.tsx';
import { TypeField } from '../fields/type-field.tsx';
import { matchesShortcut, SHORTCUTS } from '../text/shortcuts.ts';
import { COVER } from '../units/active-unit.ts';

interface SharedSheetProps {
  draft: EditorDraft;
  open: boolean;
  /** The field to focus on opening, if not the first. */
  at: UnitId | undefined;
  onClose: () => void;
  /** Called by the key for the next part to translate, after closing. */
  onNext: () => void;
}

/** The form of the shared part: its fields, byline, tags, cover. */
export function SharedSheet({ draft, open, at, onClose, onNext }: SharedSheetProps) {
  const t = useTranslations('editor.page');
  const { canEditShared } = useDesk();
  const isLoaded = useIsLoaded(draft);
  const goesOn = useRef(false);
  function goOn(event: KeyboardEvent) {
    if (!matchesShortcut(event, SHORTCUTS.next)) return;
    event.preventDefault();
    goesOn.current = true;
    onClose();
  }
  return (
    <Dialog
      kind="sheet"
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('fields')}
      description={canEditShared ? t('fieldsLead') : t('readOnly')}
      onCloseAutoFocus={(event) => {
        if (!goesOn.current) return;
        goesOn.current = false;
        event.preventDefault();
        onNext();
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key is that of all fields in it */}
      <div onKeyDown={goOn}>
        {isLoaded ? <SharedFields draft={draft} at={at} /> : <p role="status">{t('opening')}</p>}
      </div>
    </Dialog>
  );
}

/** What all languages of a part of the site share, on the page: there is little else. */
export function SharedSection({ draft }: Pick<SharedSheetProps, 'draft'>) {
  const t = useTranslations('editor.page');
  const { canEditShared } = useDesk();
  const isLoaded = useIsLoaded(draft);
  return (
    <section aria-labelledby="shared" data-shared className="mx-auto mt-8 max-w-3xl">
      <h2 id="shared" className="mb-5 font-semibold text-h3">
        {t('inAll')}
      </h2>
      {!canEditShared && <p className="mb-5 text-fine text-ink-soft">{t('readOnly')}</p>}
      {isLoaded ? <SharedFields draft={draft} at={undefined} /> : <p role="status">{t('opening')}</p>}
    </section>
  );
}

function SharedFields({ draft, at }: Pick<SharedSheetProps, 'draft' | 'at'>) {
  const t = useTranslations('editor.fields');
  const { type, item, canEditShared } = useDesk();
  const all = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (at === undefined) return;
    const place = all.current?.querySelector(`[data-unit="${CSS.escape(at)}"]`);
    place?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
  }, [at]);
  const fields = fieldsOf(type, item.id, false);
  return (
    <div ref={all} className="grid gap-6">
      {fields.map((field) => (
        <div key={field.key} data-unit={`field:${field.key}`}>
          <TypeField field={field} doc={draft.doc} awareness={draft.awareness} canEdit={canEditShared} />
        </div>
      ))}
      {type.appearsAs === 'collection' && !type.isTopic && (
        <div data-unit={`field:${DRAFT_AUTHOR}`}>
          <SharedTextField
            text={draft.doc.getText(DRAFT_AUTHOR)}
            label={t('author')}
            hint={t('authorHint')}
            most={CONTENT_LIMITS.author}
            canEdit={canEditShared}
          />
        </div>
      )}
      {type.appearsAs !== 'faq' && type.appearsAs !== 'site' && (
        <>
          {!type.isTopic && (
            <div data-unit={`field:${DRAFT_TAGS}`}>
              <TagsField doc={draft.doc} canEdit={canEditShared} />
            </div>
          )}
          <div data-unit={`field:${COVER}`}>
            <CoverField doc={draft.doc} canEdit={canEditShared} />
          </div>
        </>
      )}
    </div>
  );
}

/** Whether a draft is loaded and can be edited. */
export function useIsLoaded({ facts }: EditorDraft): boolean {
  return useSyncExternalStore(facts.subscribe, () => facts.read().isLoaded);
}
