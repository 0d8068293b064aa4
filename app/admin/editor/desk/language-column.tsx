import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { CONTENT_LIMITS } from '#core/content/limits.ts';
import { DRAFT_BODY } from '#core/drafts/draft-shape.ts';
import type { UnitId } from '#core/translation/translation-link.ts';
import { isTranslatable } from '#core/translation/units.ts';
import { DisclosureMark } from '../../../ui/kit/disclosure-mark.tsx';
import type { OpenDraft } from '../drafts/open-draft.ts';
import type { Place } from '../drafts/presence.ts';
import { SharedTextField } from '../fields/shared-text-field.tsx';
import { TypeField } from '../fields/type-field.tsx';
import type { EditedLanguage } from '../read-editor.ts';
import { SlugField } from '../slugs/slug-field.tsx';
import { createTitleFollower, type TitleFollower } from '../slugs/title-follower.ts';
import { RichTextField } from '../text/rich-text-field.tsx';
import type { TextEditor } from '../text/text-editor.ts';
import type { Side, TranslationDesk } from '../translation/translation-desk.ts';
import { UnitBadge } from '../translation/unit-badge.tsx';
import { useDesk } from './desk-context.tsx';
import { SearchPreview } from './search-preview.tsx';
import { StartFromSource } from './start-from-source.tsx';
import { WordCount } from './word-count.tsx';

interface LanguageColumnProps {
  side: Side;
  language: EditedLanguage;
  draft: OpenDraft;
  /** Missing until both languages are there. */
  desk: TranslationDesk | undefined;
  editor: TextEditor | undefined;
  onEditor: (side: Side, editor: TextEditor | undefined) => void;
  onActive: (side: Side, unit: UnitId) => void;
}

/** One language to be written: its title, address, summary, text, and what else its type has. */
export function LanguageColumn({ side, language, draft, desk, editor, onEditor, onActive }: LanguageColumnProps) {
  const t = useTranslations('editor.fields');
  const tText = useTranslations('editor.text');
  const { type, item } = useDesk();
  const { doc, awareness } = draft;
  const { canEdit } = language;
  const takeEditor = useCallback((next: TextEditor | undefined) => onEditor(side, next), [onEditor, side]);
  useEffect(() => () => awareness.setLocalStateField('place', null), [awareness]);

  const at = (place: Place, unit?: UnitId) => () => {
    awareness.setLocalStateField('place', place);
    if (unit !== undefined) onActive(side, unit);
  };
  const written = (unit: UnitId) => () => {
    if (side === 'translation') desk?.noteWritten(unit);
  };
  const badge = (unit: UnitId) => desk && side === 'translation' && <UnitBadge desk={desk} side={side} unit={unit} />;
  const fields = type.fields.filter(
    ({ localized, items }) => localized && (items === undefined || items.includes(item.id)),
  );
  const followTitle = useTitleFollower(draft, language);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <UnitField unit="title">
        <SharedTextField
          text={doc.getText('title')}
          label={t('title')}
          language={language}
          canEdit={canEdit}
          most={CONTENT_LIMITS.title}
          required
          isStarted={language.state !== 'missing'}
          aside={badge('title')}
          onFocus={at('title', 'title')}
          onOwnChange={() => {
            followTitle();
            written('title')();
          }}
        />
      </UnitField>
      <UnitField unit="summary">
        <SharedTextField
          text={doc.getText('summary')}
          label={t('summary')}
          hint={t('summaryHint')}
          language={language}
          canEdit={canEdit}
          multiline
          rows={2}
          counts
          most={CONTENT_LIMITS.summary}
          aside={badge('summary')}
          onFocus={at('summary', 'summary')}
          onOwnChange={written('summary')}
        />
      </UnitField>
      <section aria-label={tText('label', { language: language.name })} onFocus={at('body')}>
        {desk && side === 'translation' && canEdit && editor && (
          <StartFromSource desk={desk} editor={editor.editor} translation={doc} />
        )}
        <RichTextField
          fragment={doc.getXmlFragment(DRAFT_BODY)}
          awareness={awareness}
          language={language}
          canEdit={canEdit}
          label={tText('label', { language: language.name })}
          onEditor={takeEditor}
        />
        {desk && <WordCount desk={desk} side={side} language={language} />}
      </section>
      {fields.length > 0 && (
        <section aria-label={t('own')} className="grid grid-cols-[minmax(0,1fr)] gap-5 border-line border-t pt-5">
          {fields.map((field) => {
            const unit = `field:${field.key}`;
            return (
              <UnitField key={field.key} unit={unit}>
                <TypeField
                  field={field}
                  doc={doc}
                  awareness={awareness}
                  canEdit={canEdit}
                  language={language}
                  aside={isTranslatable(field) && badge(unit)}
                  onOwnChange={written(unit)}
                  onFocus={at('fields', unit)}
                />
              </UnitField>
            );
          })}
        </section>
      )}
      <div className="border-line border-t pt-5">
        <SlugField doc={doc} language={language} canEdit={canEdit} onFocus={at('slug')} />
      </div>
      {type.appearsAs !== 'faq' && (
        <details className="group border-line border-t pt-4">
          <summary className="flex min-h-11 items-center justify-between gap-3 font-semibold">
            {t('seo')}
            <DisclosureMark />
          </summary>
          <div className="mt-3 grid gap-5">
            {(['title', 'description'] as const).map((name) => (
              <UnitField key={name} unit={`seo.${name}`}>
                <SharedTextField
                  text={doc.getText(`seo.${name}`)}
                  label={t(name === 'title' ? 'seoTitle' : 'seoDescription')}
                  hint={t(name === 'title' ? 'seoTitleHint' : 'seoDescriptionHint')}
                  language={language}
                  canEdit={canEdit}
                  multiline={name === 'description'}
                  counts
                  most={name === 'title' ? CONTENT_LIMITS.seoTitle : CONTENT_LIMITS.seoDescription}
                  aside={badge(`seo.${name}`)}
                  onFocus={at('seo', `seo.${name}`)}
                  onOwnChange={written(`seo.${name}`)}
                />
              </UnitField>
            ))}
            <SearchPreview doc={doc} language={language} />
          </div>
        </details>
      )}
    </div>
  );
}

function UnitField({ unit, children }: { unit: UnitId; children: ReactNode }) {
  return <div data-unit={unit}>{children}</div>;
}

/** Keeps the slug in step with the title, unless the item is public under it. */
function useTitleFollower({ doc }: OpenDraft, { code, publishedSlug }: EditedLanguage): () => void {
  const follower = useRef<TitleFollower>(undefined);
  useEffect(() => {
    if (publishedSlug !== undefined) return undefined;
    const created = createTitleFollower(doc, code);
    follower.current = created;
    return () => {
      created.stop();
      follower.current = undefined;
    };
  }, [doc, code, publishedSlug]);
  return useCallback(() => follower.current?.follow(), []);
}
