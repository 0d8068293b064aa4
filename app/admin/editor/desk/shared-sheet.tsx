import { useTranslations } from 'use-intl';
import { CONTENT_LIMITS } from '#core/content/limits.ts';
import { DRAFT_AUTHOR } from '#core/drafts/draft-shape.ts';
import { Dialog } from '../../../ui/kit/dialog.tsx';
import type { OpenDraft } from '../drafts/open-draft.ts';
import { CoverField } from '../fields/cover-field.tsx';
import { SharedTextField } from '../fields/shared-text-field.tsx';
import { TagsField } from '../fields/tags-field.tsx';
import { TypeField } from '../fields/type-field.tsx';
import { useDesk } from './desk-context.tsx';
import { useIsLoaded } from './use-is-loaded.ts';

interface SharedSheetProps {
  draft: OpenDraft;
  open: boolean;
  onClose: () => void;
}

/** What all languages of the item share: its own fields, byline, topics, cover. */
export function SharedSheet({ draft, open, onClose }: SharedSheetProps) {
  const t = useTranslations('editor.page');
  const tFields = useTranslations('editor.fields');
  const { type, item, canEditShared } = useDesk();
  const isLoaded = useIsLoaded(draft);
  const fields = type.fields.filter(
    ({ localized, items }) => !localized && (items === undefined || items.includes(item.id)),
  );
  return (
    <Dialog
      kind="sheet"
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('fields')}
      description={canEditShared ? t('fieldsLead') : t('readOnly')}
    >
      {isLoaded ? (
        <div className="grid gap-6">
          {fields.map((field) => (
            <TypeField
              key={field.key}
              field={field}
              doc={draft.doc}
              awareness={draft.awareness}
              canEdit={canEditShared}
            />
          ))}
          {type.appearsAs === 'collection' && (
            <SharedTextField
              text={draft.doc.getText(DRAFT_AUTHOR)}
              label={tFields('author')}
              hint={tFields('authorHint')}
              most={CONTENT_LIMITS.author}
              canEdit={canEditShared}
            />
          )}
          {type.appearsAs !== 'faq' && (
            <>
              <TagsField doc={draft.doc} canEdit={canEditShared} />
              <CoverField doc={draft.doc} canEdit={canEditShared} />
            </>
          )}
        </div>
      ) : (
        <p role="status">{t('opening')}</p>
      )}
    </Dialog>
  );
}
