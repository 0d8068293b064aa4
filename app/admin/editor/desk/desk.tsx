import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { UnitId } from '#core/content/translation-link.ts';
import helpIcon from '~icons/lucide/keyboard';
import fieldsIcon from '~icons/lucide/sliders-horizontal';
import { Icon } from '../../../ui/icon.tsx';
import { toolButtonStyle } from '../../../ui/kit/button-style.ts';
import { createStore } from '../../../ui/kit/create-store.ts';
import { useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import type { EditorDraft } from '../drafts/editor-draft.ts';
import { type OpenItem, openItem } from '../drafts/open-item.ts';
import { colorOf } from '../drafts/presence.ts';
import { whenSaved } from '../drafts/when-saved.ts';
import { matchesShortcut, SHORTCUTS } from '../text/shortcuts.ts';
import type { TextEditor } from '../text/text-editor.ts';
import { createTranslationDesk, type TranslationDesk, type TranslationSide } from '../translation/translation-desk.ts';
import type { ActiveUnit } from './active-unit.ts';
import { GrantedRights } from './granted-rights.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { LanguageColumn } from './language-column.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { PresenceList } from './presence-list.tsx';
import { SaveIndicator } from './save-indicator.tsx';
import { SavedText, SavedTexts } from './saved-texts.tsx';
import { SharedSheet } from './shared-sheet.tsx';
import { useTranslationActions } from './translation-actions.ts';
import { TranslationBar } from './translation-bar.tsx';
import { useAddressedUnit } from './use-addressed-unit.ts';
import { useCounterparts } from './use-counterparts.ts';
import { useIsLoaded } from './use-is-loaded.ts';
import { type KnownStatus, useLanguageStatuses } from './use-language-statuses.ts';
import { useScrollTogether } from './use-scroll-together.ts';

export interface DeskProps {
  /** Further actions on the item beside the tools: publishing, revisions, preview. */
  actions?: ((desk: DeskHandle) => ReactNode) | undefined;
}

interface DeskHandle {
  /** Resolves once everything typed is on the server, or to `false` if that is impossible. */
  whenSaved(): Promise<boolean>;
  /** Updates the publication state of the languages; a stable function. */
  noteStatuses(heard: readonly KnownStatus[]): void;
}

/** The editor of an item with its drafts open. */
export default function Desk({ actions }: DeskProps) {
  const data = useDesk();
  const t = useTranslations('editor.page');
  const open = useOpenItem();
  if (!open) return <SavedTexts data={data} note={t('opening')} />;
  return (
    <GrantedRights open={open}>
      <OpenDesk open={open} actions={actions} />
    </GrantedRights>
  );
}

function OpenDesk({ open, actions: furtherActions }: DeskProps & { open: OpenItem }) {
  const t = useTranslations('editor.page');
  const { item, languages: given } = useDesk();
  const [languages, noteStatuses] = useLanguageStatuses(given);
  const [source, ...others] = languages;
  const translation = others[0] ?? source;
  if (!source || !translation) throw new Error('The site has no languages');
  const sides = useMemo(() => ({ source, translation }), [source, translation]);
  const drafts = useMemo(
    () => ({
      source: open.languages[source.code] as OpenItem['shared'],
      translation: open.languages[translation.code] as OpenItem['shared'],
    }),
    [open, source.code, translation.code],
  );
  const everyDraft = useMemo(() => [...Object.values(open.languages), open.shared], [open]);
  const isLoaded = { source: useIsLoaded(drafts.source), translation: useIsLoaded(drafts.translation) };
  const [shown, setShown] = useState<TranslationSide>('source');
  const [sheet, setSheet] = useState<'fields' | 'help'>();
  const [sharedUnit, setSharedUnit] = useState<UnitId>();
  const [editors, setEditors] = useState<{ [side in TranslationSide]?: TextEditor }>({});
  const [active] = useState(() => createStore<ActiveUnit | undefined>(undefined));
  const columns = useRef<{ [side in TranslationSide]?: HTMLElement | null }>({});
  const isSharedLoaded = useIsLoaded(open.shared);
  const desk = useTranslationDesk(drafts, open.shared, isLoaded.source && isLoaded.translation, translation.canEdit);

  const takeEditor = useCallback((side: TranslationSide, editor: TextEditor | undefined) => {
    setEditors(({ [side]: _, ...rest }) => (editor ? { ...rest, [side]: editor } : rest));
  }, []);
  useCounterparts(desk, editors, active);
  useScrollTogether({ desk, editors, active, columns });
  const actions = useTranslationActions({ desk, active, editors, languages: sides, drafts, show: setShown });
  const openShared = useCallback((unit?: UnitId) => {
    setSharedUnit(unit);
    setSheet('fields');
  }, []);
  useAddressedUnit(sides, editors, isSharedLoaded, actions.goTo, openShared);

  // Drafts of items in the trash are read-only.
  const whenAllSaved = () => (item.isTrashed ? Promise.resolve(true) : whenSaved(everyDraft));

  function onKeyDown(event: KeyboardEvent) {
    // React also bubbles key events of dialogs, which are elsewhere in the DOM.
    if (!event.currentTarget.contains(event.target as Node)) return;
    const action = matchesShortcut(event, SHORTCUTS.otherLanguage)
      ? actions.goToOther
      : matchesShortcut(event, SHORTCUTS.next)
        ? actions.goToNext
        : matchesShortcut(event, SHORTCUTS.markCurrent)
          ? active.read()?.side === 'source'
            ? actions.noteMinorEdit
            : actions.markCurrent
          : undefined;
    if (!action) return;
    event.preventDefault();
    action();
  }

  return (
    <div onKeyDownCapture={onKeyDown}>
      <div className="@container mt-3">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-2 sm:gap-x-4">
          <SaveIndicator drafts={everyDraft} />
          <PresenceList open={open} />
          <div className="ms-auto flex flex-wrap gap-0.5 sm:gap-2">
            <button type="button" className={toolButtonStyle('plain')} onClick={() => openShared()}>
              <Icon icon={fieldsIcon} />
              <span className="@max-3xl:sr-only">{t('fields')}</span>
            </button>
            <button type="button" className={toolButtonStyle('quiet')} onClick={() => setSheet('help')}>
              <Icon icon={helpIcon} />
              <span className="@max-3xl:sr-only">{t('help')}</span>
            </button>
            {furtherActions?.({ whenSaved: whenAllSaved, noteStatuses })}
          </div>
        </div>
      </div>

      <fieldset className="desk-switch mt-3 flex gap-1 rounded-control border border-line p-1 lg:hidden">
        <legend className="sr-only">{t('languages')}</legend>
        {(['source', 'translation'] as const).map((side) => (
          <label
            key={side}
            className="relative grid min-h-11 grow cursor-pointer place-items-center rounded-[0.375rem] px-3 font-medium has-checked:bg-tint has-checked:text-action has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="shown"
              value={side}
              checked={shown === side}
              onChange={() => setShown(side)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span className="block first-letter:uppercase">{sides[side].name}</span>
          </label>
        ))}
      </fieldset>

      <div className="desk-columns mt-4 grid gap-8 lg:grid-cols-2 lg:gap-6">
        {(['source', 'translation'] as const).map((side) => (
          <section
            key={side}
            ref={(element) => {
              columns.current[side] = element;
            }}
            data-column={sides[side].code}
            data-shown={shown === side}
            aria-labelledby={`column-${sides[side].code}`}
            className={`desk-column min-w-0 lg:block ${shown === side ? '' : 'hidden'}`}
          >
            <ColumnHeading side={side} language={sides[side]} />
            {isLoaded[side] ? (
              <LanguageColumn
                side={side}
                language={sides[side]}
                draft={drafts[side]}
                shared={open.shared}
                desk={desk}
                editor={editors[side]}
                onEditor={takeEditor}
                active={active}
              />
            ) : (
              <SavedText language={sides[side]} />
            )}
          </section>
        ))}
      </div>
      {desk && (
        <TranslationBar desk={desk} active={active} actions={actions} source={source} translation={translation} />
      )}
      <SharedSheet draft={open.shared} open={sheet === 'fields'} at={sharedUnit} onClose={() => setSheet(undefined)} />
      <LeaveQuestion drafts={everyDraft} />
      <HelpDialog open={sheet === 'help'} onClose={() => setSheet(undefined)} />
    </div>
  );
}

function ColumnHeading({ side, language }: { side: TranslationSide; language: EditedLanguage }) {
  const t = useTranslations('editor');
  return (
    <div className="mb-4 flex flex-wrap items-baseline gap-x-3 border-line border-b pb-2">
      <h2 id={`column-${language.code}`} className="font-semibold text-h3 first-letter:uppercase">
        {language.name}
      </h2>
      <p className="text-fine text-ink-soft">
        {t(side === 'source' ? 'page.source' : 'page.translation')} · {t(`states.${language.state}`)}
      </p>
      {!language.canEdit && <p className="basis-full text-fine text-ink-soft">{t('page.readOnly')}</p>}
    </div>
  );
}

/** Opens the drafts of the item while the page is mounted. */
function useOpenItem(): OpenItem | undefined {
  const { item, languages, canEditShared, user } = useDesk();
  const [open, setOpen] = useState<OpenItem>();
  useEffect(() => {
    const opened = openItem({ itemId: item.id, userId: user.id, languages, canEditShared });
    for (const { awareness } of Object.values(opened.languages)) {
      awareness.setLocalStateField('user', { id: user.id, name: user.name, color: colorOf(user.id) });
    }
    setOpen(opened);
    return () => {
      setOpen(undefined);
      opened.close();
    };
  }, [item, languages, canEditShared, user]);
  return open;
}

/** Compares the two languages, once both are loaded. */
function useTranslationDesk(
  drafts: { [side in TranslationSide]: EditorDraft },
  shared: EditorDraft,
  areLoaded: boolean,
  canLink: boolean,
): TranslationDesk | undefined {
  const { type, item } = useDesk();
  const [desk, setDesk] = useState<TranslationDesk>();
  useEffect(() => {
    if (!areLoaded || drafts.source === drafts.translation) return undefined;
    const made = createTranslationDesk({
      source: drafts.source.doc,
      translation: drafts.translation.doc,
      shared: shared.doc,
      type: { fields: type.fields.filter(({ items }) => items === undefined || items.includes(item.id)) },
      canLink,
    });
    setDesk(made);
    return () => {
      made.stop();
      setDesk(undefined);
    };
  }, [drafts, shared, areLoaded, canLink, type, item]);
  return desk;
}
