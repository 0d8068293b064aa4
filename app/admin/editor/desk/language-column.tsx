import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { Doc } from 'yjs';
import { fieldsOf } from '#core/content/own-contents.ts';
import type { UnitId } from '#core/content/translation-link.ts';
import type { FieldDefinition } from '#core/content-types/content-type.ts';
import { isWords } from '#core/content-types/entry-words.ts';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { DRAFT_AUTHOR, DRAFT_BODY, DRAFT_OWN_AUTHOR } from '#core/drafts/draft-shape.ts';
import { sharedTextIn } from '#core/shared-text/shared-text.ts';
import { fixedSlug } from '#core/site/reserved-paths.ts';
import { COVER_ALT, isTranslatable } from '#core/translation/units.ts';
import type { Store } from '../../../ui/kit/create-store.ts';
import { DisclosureMark } from '../../../ui/kit/disclosure-mark.tsx';
import { CoverChoiceProvider, useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import type { EditorDraft } from '../drafts/editor-draft.ts';
import type { EditedField } from '../drafts/presence.ts';
import { CoverAltField, useChoosableCover, useCover } from '../fields/cover-field.tsx';
import { EntryWords } from '../fields/entry-words.tsx';
import { SharedTextField } from '../fields/shared-text-field.tsx';
import { TypeField } from '../fields/type-field.tsx';
import { useSharedText } from '../fields/use-shared-value.ts';
import { SlugField } from '../slugs/slug-field.tsx';
import { createTitleFollower, type TitleFollower } from '../slugs/title-follower.ts';
import { focusStart, type TextEditor } from '../text/text-editor.ts';
import type { TranslationDesk, TranslationSide } from '../translation/translation-desk.ts';
import { UnitBadge } from '../translation/unit-badge.tsx';
import type { ActiveUnit } from '../units/active-unit.ts';
import { TextSection } from './text-section.tsx';

export interface LanguageColumnProps {
  side: TranslationSide;
  language: EditedLanguage;
  draft: EditorDraft;
  /** The shared draft. */
  shared: EditorDraft;
  /** Missing until both languages are loaded. */
  desk: TranslationDesk | undefined;
  /** The comparison of this language with the original; missing for the original. */
  ownDesk: TranslationDesk | undefined;
  editor: TextEditor | undefined;
  onEditor: (side: TranslationSide, editor: TextEditor | undefined) => void;
  active: Store<ActiveUnit | undefined>;
}

/** What the parts of a column have in common. */
interface ColumnParts extends Pick<LanguageColumnProps, 'side' | 'language' | 'draft' | 'active'> {
  /** Tells others, and the other column, where this person is. */
  at(place: EditedField, unit?: UnitId): () => void;
  /** Notes that this person wrote a unit. */
  written(unit: UnitId): () => void;
  /** The state of a unit of a translation. */
  badge(unit: UnitId, isSmall?: boolean): ReactNode;
}

/** One language of the item, part by part: title, summary, text, the fields of its type, slug. The parts are rows of the desk. */
export function LanguageColumn(props: LanguageColumnProps) {
  const { side, language, draft, shared, desk, ownDesk, editor, active } = props;
  const { type, item } = useDesk();
  const { doc, awareness } = draft;
  const { canEdit } = language;
  useEffect(() => () => awareness.setLocalStateField('place', null), [awareness]);
  const at = (place: EditedField, unit?: UnitId) => () => {
    awareness.setLocalStateField('place', place);
    if (unit !== undefined) active.write({ side, unit });
  };
  const written = (unit: UnitId) => () => ownDesk?.noteWritten(unit);
  const badge = (unit: UnitId, isSmall = false) =>
    desk && side === 'translation' && <UnitBadge desk={desk} side={side} unit={unit} isSmall={isSmall} />;
  const column: ColumnParts = { side, language, draft, active, at, written, badge };
  const isStarted = useIsStarted(doc) || language.state !== 'missing';
  const follower = useTitleFollower(draft, language, fixedSlug(type, item.id));
  const cover = useCover(shared.doc);
  const choosableCover = useChoosableCover(shared.doc, doc);

  const isOfSite = type.appearsAs === 'site';
  return (
    <>
      {!isOfSite && (
        <>
          <TitleAndSummary column={column} editor={editor} isStarted={isStarted} follower={follower} />
          <CoverChoiceProvider value={canEdit ? choosableCover : undefined}>
            <TextSection {...props} onFocus={at('body')} />
          </CoverChoiceProvider>
        </>
      )}
      {fieldsOf(type, item.id, true).map((field) => (
        <LanguageField key={field.key} column={column} field={field} shared={shared} />
      ))}
      {type.appearsAs === 'collection' && <OwnByline column={column} shared={shared} />}
      {cover !== undefined && (
        <UnitField side={side} active={active} unit={COVER_ALT} isExtra isBelow>
          <CoverAltField
            media={cover}
            doc={doc}
            language={language}
            aside={badge(COVER_ALT)}
            onFocus={at('fields', COVER_ALT)}
            onOwnChange={written(COVER_ALT)}
          />
        </UnitField>
      )}
      {!isOfSite && (
        <div data-unit="slug" data-extra className={BELOW}>
          <SlugField doc={doc} language={language} follower={follower} onFocus={at('slug', 'slug')} />
        </div>
      )}
      {type.appearsAs !== 'faq' && !isOfSite && <SeoSection column={column} />}
    </>
  );
}

interface TitleAndSummaryProps {
  column: ColumnParts;
  editor: TextEditor | undefined;
  isStarted: boolean;
  follower: RefObject<TitleFollower | undefined>;
}

function TitleAndSummary({ column, editor, isStarted, follower }: TitleAndSummaryProps) {
  const t = useTranslations('editor.fields');
  const { side, language, active, at, written, badge } = column;
  const { canEdit } = language;
  const { doc } = column.draft;
  return (
    <>
      <UnitField side={side} active={active} unit="title">
        <SharedTextField
          look="title"
          text={doc.getText('title')}
          label={t('title')}
          language={language}
          canEdit={canEdit}
          most={CONTENT_LIMITS.title}
          required
          isStarted={isStarted}
          aside={badge('title', true)}
          onFocus={at('title', 'title')}
          onEnter={() => editor && focusStart(editor.editor)}
          onOwnChange={() => {
            follower.current?.follow();
            written('title')();
          }}
        />
      </UnitField>
      <UnitField side={side} active={active} unit="summary" isExtra>
        <SharedTextField
          look="summary"
          text={doc.getText('summary')}
          label={t('summary')}
          hint={t('summaryHint')}
          language={language}
          canEdit={canEdit}
          multiline
          rows={1}
          counts
          most={CONTENT_LIMITS.summary}
          aside={badge('summary', true)}
          onFocus={at('summary', 'summary')}
          onOwnChange={written('summary')}
        />
      </UnitField>
    </>
  );
}

interface LanguageFieldProps {
  column: ColumnParts;
  field: FieldDefinition;
  /** The shared draft. */
  shared: EditorDraft;
}

/** A field of the type, or the words of this language for the entries of a list that all share. */
function LanguageField({ column, field, shared }: LanguageFieldProps) {
  const { side, language, draft, active, at, written, badge } = column;
  const { doc, awareness } = draft;
  const unit = `field:${field.key}`;
  if (isWords(field)) {
    return (
      <div data-extra className={`grid gap-5 ${BELOW}`}>
        <EntryWords
          field={field}
          doc={doc}
          shared={shared.doc}
          language={language}
          frame={(of, control) => (
            <UnitField side={side} active={active} unit={of}>
              {control}
            </UnitField>
          )}
          badge={badge}
          onOwnChange={(of) => written(of)()}
          onFocus={(of) => at('fields', of)()}
        />
      </div>
    );
  }
  return (
    <UnitField side={side} active={active} unit={unit} isExtra isBelow>
      <TypeField
        field={field}
        doc={doc}
        awareness={awareness}
        canEdit={language.canEdit}
        language={language}
        aside={isTranslatable(field) && badge(unit)}
        onOwnChange={written(unit)}
        onFocus={at('fields', unit)}
      />
    </UnitField>
  );
}

/** The byline of a language, which shows the shared one if it is empty; nothing while there is no byline at all. */
function OwnByline({ column, shared }: Omit<LanguageFieldProps, 'field'>) {
  const t = useTranslations('editor.fields');
  const { side, language, draft, active, at } = column;
  const common = useSharedText(shared.doc.getText(DRAFT_AUTHOR));
  const text = draft.doc.getText(DRAFT_OWN_AUTHOR);
  const own = useSharedText(text);
  const hasByline = common !== '' || own !== '';
  // It stays while somebody empties it.
  const [isShown, setIsShown] = useState(hasByline);
  if (hasByline && !isShown) setIsShown(true);
  if (!isShown) return null;
  return (
    <UnitField side={side} active={active} unit={DRAFT_OWN_AUTHOR} isExtra isBelow>
      <SharedTextField
        text={text}
        label={t('ownAuthor')}
        hint={common !== '' && t('ownAuthorHint', { author: common })}
        language={language}
        canEdit={language.canEdit}
        most={CONTENT_LIMITS.author}
        onFocus={at('fields', DRAFT_OWN_AUTHOR)}
      />
    </UnitField>
  );
}

/** The page's title and description for search engines. */
function SeoSection({ column }: { column: ColumnParts }) {
  const t = useTranslations('editor.fields');
  const { side, language, active, at, written, badge } = column;
  const { canEdit } = language;
  const { doc } = column.draft;
  return (
    <details data-extra className="group mt-6 border-line border-t pt-3">
      <summary className="flex min-h-11 items-center justify-between gap-3 font-semibold">
        {t('seo')}
        <DisclosureMark />
      </summary>
      <div className="mt-3 grid gap-5">
        {(['title', 'description'] as const).map((name) => (
          <UnitField key={name} side={side} active={active} unit={`seo.${name}`}>
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
  );
}

/** A part below the text. */
const BELOW = 'mt-6 border-line border-t pt-5';

interface UnitFieldProps {
  side: TranslationSide;
  unit: UnitId;
  active: Store<ActiveUnit | undefined>;
  /** Whether it is hidden while the text is shown alone. */
  isExtra?: boolean;
  isBelow?: boolean;
  children: ReactNode;
}

/** A field that is highlighted while its counterpart is being edited. */
function UnitField({ side, unit, active, isExtra = false, isBelow = false, children }: UnitFieldProps) {
  const at = useSyncExternalStore(active.subscribe, active.read);
  const isOpposite = at?.unit === unit && at.side !== side;
  return (
    <div
      data-unit={unit}
      data-opposite={isOpposite ? '' : undefined}
      data-extra={isExtra ? '' : undefined}
      className={`min-w-0 ${isBelow ? BELOW : ''}`}
    >
      {children}
    </div>
  );
}

/** Updates the slug with the title, unless the slug is public. */
function useTitleFollower(
  { doc }: EditorDraft,
  { code, publishedSlug }: EditedLanguage,
  pageSlug: string | undefined,
): RefObject<TitleFollower | undefined> {
  const follower = useRef<TitleFollower>(undefined);
  useEffect(() => {
    const created = createTitleFollower(doc, code, { isFixed: publishedSlug !== undefined, pageSlug });
    follower.current = created;
    return () => {
      created.stop();
      follower.current = undefined;
    };
  }, [doc, code, publishedSlug, pageSlug]);
  return follower;
}

/** A preview of the page in search results, which truncate long texts. */
function SearchPreview({ doc, language }: { doc: Doc; language: EditedLanguage }) {
  const t = useTranslations('editor');
  const title = useSharedText(doc.getText('title'));
  const summary = useSharedText(doc.getText('summary'));
  const slug = useSharedText(doc.getText('slug'));
  const seoTitle = useSharedText(doc.getText('seo.title'));
  const seoDescription = useSharedText(doc.getText('seo.description'));
  return (
    <figure>
      <figcaption className="mb-2 text-fine text-ink-soft">{t('fields.preview')}</figcaption>
      <div lang={language.tag} dir={language.direction} className="rounded-control border border-line bg-raised p-4">
        <p className="truncate text-fine text-ink-soft">
          {language.addressStart + (language.hasSlugInAddress ? slug : '')}
        </p>
        <p className="truncate text-action text-h3">{seoTitle.trim() || title.trim() || t('page.untitled')}</p>
        <p className="line-clamp-2 text-fine">{seoDescription.trim() || summary.trim()}</p>
      </div>
    </figure>
  );
}

/** Whether a language has any content in its draft. */
function useIsStarted(doc: Doc): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      doc.on('update', listener);
      return () => doc.off('update', listener);
    },
    [doc],
  );
  return useSyncExternalStore(subscribe, () => isStarted(doc));
}

function isStarted(doc: Doc): boolean {
  if (doc.getText('title').length > 0 || doc.getText('summary').length > 0) return true;
  // The editor puts one empty paragraph into an empty text.
  return sharedTextIn(doc, DRAFT_BODY).flow.length > 1;
}
