import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslations } from 'use-intl';
import type { UnitId } from '#core/content/translation-link.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import type { Locale } from '#core/locales/locale.ts';
import helpIcon from '~icons/lucide/keyboard';
import aloneIcon from '~icons/lucide/maximize';
import fieldsIcon from '~icons/lucide/sliders-horizontal';
import { Icon } from '../../../ui/icon.tsx';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { createStore } from '../../../ui/kit/create-store.ts';
import { MenuItem } from '../../../ui/kit/menu.tsx';
import { Tooltip } from '../../../ui/kit/tooltip.tsx';
import { DeskBar } from '../../managed-item/desk-bar.tsx';
import { PublishingCheckedProvider, useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage, EditorData } from '../context/read-editor.ts';
import type { EditorDraft } from '../drafts/editor-draft.ts';
import { type OpenItem, openItem } from '../drafts/open-item.ts';
import { colorOf, type Presence } from '../drafts/presence.ts';
import { whenSaved } from '../drafts/save-state.ts';
import { useLanguagePair } from '../languages/use-language-pair.ts';
import { type KnownStatus, useLanguageStatuses } from '../languages/use-language-statuses.ts';
import { formatShortcut, isMac, matchesShortcut, SHORTCUTS } from '../text/shortcuts.ts';
import type { TextEditor } from '../text/text-editor.ts';
import {
  createTranslationDesk,
  SIDES,
  type TranslationDesk,
  type TranslationSide,
} from '../translation/translation-desk.ts';
import { type ActiveUnit, fieldControl } from '../units/active-unit.ts';
import { useTranslationActions } from '../units/translation-actions.ts';
import { UnitPanel } from '../units/unit-panel.tsx';
import { useAddressedUnit } from '../units/use-addressed-unit.ts';
import { useCounterparts, useLinkWritten } from '../units/use-counterparts.ts';
import { useLevelTexts } from '../units/use-level-texts.ts';
import { WorkButton } from '../units/work-button.tsx';
import { ColumnHeading } from './column-heading.tsx';
import { PresenceMenu, SaveIndicator, SideSwitch } from './desk-state.tsx';
import { LeaveQuestion, useAlone, useReportSaved, useRoomForText, useSaveShortcut, useStart } from './desk-window.tsx';
import { GrantedRights } from './granted-rights.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { LanguageColumn, type LanguageColumnProps } from './language-column.tsx';
import { ReviewBox } from './review-box.tsx';
import { SavedText } from './saved-texts.tsx';
import { SharedSection, SharedSheet, useIsLoaded } from './shared-sheet.tsx';

export interface DeskProps {
  /** What can be done with the item, after the tools: its pages, and the menu. */
  actions?: ((desk: DeskHandle) => ReactNode) | undefined;
}

interface DeskHandle {
  /** Resolves once everything typed is on the server, or to `false` if that is impossible. */
  whenSaved(): Promise<boolean>;
  /** Updates the publication state of the languages; a stable function. */
  noteStatuses(heard: readonly KnownStatus[]): void;
  /** Shows from now on as errors what publishing needs; a stable function. */
  noteChecked(): void;
  /** The editor's own entries of the menu; none for an item in the trash. */
  entries: ReactNode;
}

/** The editor of an item with its drafts open. Only for browsers: on the server, the module is empty. */
export function Desk({ open, actions }: DeskProps & { open: OpenItem }) {
  return (
    <GrantedRights open={open}>
      <OpenDesk open={open} actions={actions} />
    </GrantedRights>
  );
}

function OpenDesk({ open, actions: furtherActions }: DeskProps & { open: OpenItem }) {
  const t = useTranslations('editor.page');
  const { title, item, type, bar, cardPath, languages: given } = useDesk();
  const isOfSite = type.appearsAs === 'site';
  // Lists whose entries alone have words: what they are comes before what they are called.
  const isSharedFirst = isOfSite && type.fields.every(({ localized }) => !localized);
  const [languages, noteStatuses] = useLanguageStatuses(given, cardPath);
  const [sides, choose] = useLanguagePair(languages);
  const { translation } = sides;
  const { drafts, everyDraft, isLoaded, isSharedLoaded, desk, sourceDesk } = useComparedDrafts(open, sides);
  const [shownSide, setShown] = useState<TranslationSide>('source');
  const { sheet, setSheet, sharedUnit, openShared } = useSheet(isOfSite);
  const [editors, takeEditor] = useEditors();
  const [active] = useState(() => createStore<ActiveUnit | undefined>(undefined));
  const [isAlone, toggleAlone] = useAlone();
  const [isChecked, setChecked] = useState(false);
  const noteChecked = useCallback(() => setChecked(true), []);

  useCounterparts(desk, editors, active);
  useLinkWritten(sourceDesk, editors.source);
  useLinkWritten(desk, editors.translation);
  useLevelTexts(desk, editors);
  const actions = useTranslationActions({ desk, active, editors, languages: sides, drafts, show: setShown });
  useAddressedUnit(sides, editors, isSharedLoaded, actions.goTo, openShared);
  useStart({ languages: sides, drafts, editors, desk, goToFirst: actions.goToFirst, show: setShown });
  const reportSaved = useReportSaved(everyDraft);
  useSaveShortcut(reportSaved);
  useRoomForText();

  // Drafts of items in the trash are read-only.
  const whenAllSaved = () => (item.isTrashed ? Promise.resolve(true) : whenSaved(everyDraft));

  function writeAlone() {
    const side = active.read()?.side ?? shownSide;
    setShown(side);
    toggleAlone();
    requestAnimationFrame(() => editors[side]?.editor.commands.focus());
  }

  /** Shows where somebody is: their caret, or else the field that they are in. */
  function goToPerson({ language, color, place }: Presence) {
    const side = SIDES.find((one) => sides[one].code === language);
    if (!side) return choose('translation', language);
    setShown(side);
    requestAnimationFrame(() => {
      const caret = document.querySelector(`[data-column="${language}"] .caret.caret-${color}`);
      const control = place && fieldControl(language, place);
      (caret ?? control)?.scrollIntoView({ block: 'center' });
      control?.focus({ preventScroll: true });
    });
  }

  const byKey = {
    otherLanguage: actions.goToOther,
    next: actions.goToNext,
    markCurrent: () => (active.read()?.side === 'source' ? actions.noteMinorEdit() : actions.markCurrent()),
    alone: writeAlone,
    help: () => setSheet('help'),
  };

  const element = useDeskKeys(byKey);

  return (
    <div ref={element} className="relative">
      <h1 className="sr-only">{title}</h1>
      <DeskBar
        list={bar.list}
        actions={
          isAlone && !item.isTrashed ? (
            <button type="button" className={buttonStyle('plain')} onClick={writeAlone}>
              {t('notAlone')}
            </button>
          ) : (
            <>
              {!item.isTrashed && !isOfSite && <FieldsButton onFields={openShared} />}
              {furtherActions?.({
                whenSaved: whenAllSaved,
                noteStatuses,
                noteChecked,
                entries: !item.isTrashed && (
                  <MenuEntries
                    onFields={isOfSite ? undefined : openShared}
                    onAlone={writeAlone}
                    onHelp={() => setSheet('help')}
                  />
                ),
              })}
            </>
          )
        }
      >
        {/* The server lets nobody into the drafts of the trash, which is no alarm: nothing can be written here. */}
        {!item.isTrashed && <SaveIndicator drafts={everyDraft} onReport={reportSaved} />}
        <PresenceMenu open={open} onGo={goToPerson} />
        <span className="ms-auto" />
        {desk && !isAlone && !item.isTrashed && (
          <WorkButton desk={desk} language={translation.name} onNext={actions.goToNext} />
        )}
        <SideSwitch languages={sides} shown={shownSide} onShow={setShown} />
      </DeskBar>
      <ReviewBox />
      {item.isTrashed && <p className="mt-3 px-3.5 font-medium text-warning">{t('trashed')}</p>}
      <PublishingCheckedProvider value={isChecked}>
        {isSharedFirst && <SharedSection draft={open.shared} />}
        <div className="desk-columns" style={{ gridTemplateRows: `repeat(${rowsOf(type) - 1}, auto) 1fr` }}>
          {SIDES.map((side) => (
            <DeskColumn
              key={`${side} ${sides[side].code}`}
              isShown={shownSide === side}
              isLoaded={isLoaded[side]}
              onChoose={languages.length > 2 ? (code) => choose(side, code) : undefined}
              languages={languages}
              side={side}
              language={sides[side]}
              draft={drafts[side]}
              shared={open.shared}
              desk={desk}
              ownDesk={side === 'source' ? sourceDesk : desk}
              editor={editors[side]}
              onEditor={takeEditor}
              active={active}
            />
          ))}
        </div>
      </PublishingCheckedProvider>
      {desk && !item.isTrashed && (
        <UnitPanel desk={desk} active={active} actions={actions} languages={sides} editors={editors} />
      )}
      <PublishingCheckedProvider value={isChecked}>
        {isOfSite ? (
          !isSharedFirst && <SharedSection draft={open.shared} />
        ) : (
          <SharedSheet
            draft={open.shared}
            open={sheet === 'fields'}
            at={sharedUnit}
            onClose={() => setSheet(undefined)}
            onNext={actions.goToNext}
          />
        )}
      </PublishingCheckedProvider>
      <LeaveQuestion drafts={everyDraft} />
      <HelpDialog open={sheet === 'help'} onClose={() => setSheet(undefined)} />
    </div>
  );
}

interface DeskColumnProps extends LanguageColumnProps {
  /** Whether it is shown where one language has room. */
  isShown: boolean;
  isLoaded: boolean;
  /** The languages to choose from. */
  languages: readonly EditedLanguage[];
  /** Missing if there is nothing to choose. */
  onChoose: ((code: Locale) => void) | undefined;
}

/** A language beside the other: its heading, and its saved text until its draft is loaded. */
function DeskColumn({ isShown, isLoaded, languages, onChoose, ...column }: DeskColumnProps) {
  const { type } = useDesk();
  const { language } = column;
  return (
    <section
      data-column={language.code}
      data-shown={isShown}
      aria-labelledby={`column-${language.code}`}
      className="desk-column"
      style={{ gridRow: `span ${rowsOf(type)}` }}
    >
      <ColumnHeading language={language} {...(onChoose && { languages, onChoose })} />
      {isLoaded ? (
        <LanguageColumn {...column} />
      ) : (
        // Beside all parts of the other language, of which it makes none higher.
        <div style={{ gridRow: '2 / -1' }}>
          <SavedText language={language} />
        </div>
      )}
    </section>
  );
}

/** Opens the form of what all languages share; in the menu where there is no room for it. */
function FieldsButton({ onFields }: { onFields: () => void }) {
  const t = useTranslations('editor.page');
  return (
    <Tooltip text={t('fields')} className="@min-[76rem]:hidden">
      <button
        type="button"
        className="inline-flex h-11 min-w-11 items-center justify-center gap-2 rounded-control px-2 font-medium text-ink-soft hover:bg-sunken hover:text-ink @max-[31rem]:hidden"
        onClick={() => onFields()}
      >
        <Icon icon={fieldsIcon} className="text-[1.125rem]" />
        <span className="@max-[76rem]:sr-only">{t('fields')}</span>
      </button>
    </Tooltip>
  );
}

interface MenuEntriesProps {
  /** Missing where the form stands on the page. */
  onFields: (() => void) | undefined;
  onAlone: () => void;
  onHelp: () => void;
}

/** The editor's own entries of the menu. */
function MenuEntries({ onFields, onAlone, onHelp }: MenuEntriesProps) {
  const t = useTranslations('editor.page');
  const tTools = useTranslations('editor.tools');
  const [onMac] = useState(isMac);
  return (
    <>
      {onFields && (
        <div className="@min-[31rem]:hidden">
          <MenuItem icon={fieldsIcon} onSelect={onFields}>
            {t('fields')}
          </MenuItem>
        </div>
      )}
      <MenuItem icon={aloneIcon} onSelect={onAlone}>
        {tTools('withKeys', { label: t('alone'), keys: formatShortcut(SHORTCUTS.alone, onMac) })}
      </MenuItem>
      <MenuItem icon={helpIcon} onSelect={onHelp}>
        {tTools('withKeys', { label: t('help'), keys: formatShortcut(SHORTCUTS.help, onMac) })}
      </MenuItem>
    </>
  );
}

type DeskKey = 'otherLanguage' | 'next' | 'markCurrent' | 'alone' | 'help';

/** The shortcuts of the desk, also where nothing of the page has the focus; dialogs and the frame have keys of their own. */
function useDeskKeys(byKey: { [key in DeskKey]: () => void }): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof Node) || !(element.current?.contains(target) || target.contains(element.current))) return;
    const name = (Object.keys(byKey) as DeskKey[]).find((key) => matchesShortcut(event, SHORTCUTS[key]));
    if (!name) return;
    event.preventDefault();
    byKey[name]();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, []);
  return element;
}

/** More rows than a column has parts: the last one takes what the others need not. */
const rowsOf = ({ fields }: ContentType): number => 8 + fields.length;

/** Opens the drafts of an item. */
export function openDrafts(
  { item, languages, canEditShared, user }: EditorData,
  noteBuild: (version: string) => void,
): OpenItem {
  const open = openItem({ itemId: item.id, userId: user.id, languages, canEditShared, noteBuild });
  for (const { awareness } of Object.values(open.languages)) {
    awareness.setLocalStateField('user', { id: user.id, name: user.name, color: colorOf(user.id) });
  }
  return open;
}

/** The open sheet: the shared fields, at a unit, or the help. @param isOnPage whether the shared fields need no sheet */
function useSheet(isOnPage: boolean) {
  const [sheet, setSheet] = useState<'fields' | 'help'>();
  const [sharedUnit, setSharedUnit] = useState<UnitId>();
  const openShared = useCallback(
    (unit?: UnitId) => {
      if (isOnPage) return goToShared(unit);
      setSharedUnit(unit);
      setSheet('fields');
    },
    [isOnPage],
  );
  return { sheet, setSheet, sharedUnit, openShared };
}

/** Gives a shared field on the page the focus, or the first one. */
function goToShared(unit?: UnitId): void {
  const place = unit === undefined ? '' : `[data-unit="${CSS.escape(unit)}"] `;
  document.querySelector<HTMLElement>(`[data-shared] ${place}:is(input, textarea, select, button)`)?.focus();
}

/** The editors of the texts that are shown. */
function useEditors() {
  const [editors, setEditors] = useState<{ [side in TranslationSide]?: TextEditor }>({});
  const takeEditor = useCallback((side: TranslationSide, editor: TextEditor | undefined) => {
    setEditors(({ [side]: _, ...rest }) => (editor ? { ...rest, [side]: editor } : rest));
  }, []);
  return [editors, takeEditor] as const;
}

/** The drafts of the two shown languages, and how they compare with the original. */
function useComparedDrafts(open: OpenItem, { source, translation }: { [side in TranslationSide]: EditedLanguage }) {
  const { item } = useDesk();
  const drafts = useMemo(
    () => ({
      source: open.languages[source.code] as OpenItem['shared'],
      translation: open.languages[translation.code] as OpenItem['shared'],
    }),
    [open, source.code, translation.code],
  );
  const everyDraft = useMemo(() => [...Object.values(open.languages), open.shared], [open]);
  const isLoaded = { source: useIsLoaded(drafts.source), translation: useIsLoaded(drafts.translation) };
  const isSharedLoaded = useIsLoaded(open.shared);
  const original = open.languages[item.sourceLanguage] ?? drafts.source;
  const areLoaded = [useIsLoaded(original), isLoaded.source, isLoaded.translation].every(Boolean);
  const desk = useTranslationDesk(open, { original, areLoaded, canLink: translation.canEdit, ...drafts });
  // Another translation in place of the original is a translation of it, too.
  const shown = { original, areLoaded, canLink: source.canEdit, source: original, translation: drafts.source };
  const sourceDesk = useTranslationDesk(open, shown);
  return { drafts, everyDraft, isLoaded, isSharedLoaded, desk, sourceDesk };
}

interface ComparedDrafts {
  original: EditorDraft;
  source: EditorDraft;
  translation: EditorDraft;
  areLoaded: boolean;
  canLink: boolean;
}

/** Compares a translation with the original, as seen from the language beside it, once all are loaded. */
function useTranslationDesk({ shared }: OpenItem, compared: ComparedDrafts): TranslationDesk | undefined {
  const { original, source, translation, areLoaded, canLink } = compared;
  const { type, item } = useDesk();
  const [desk, setDesk] = useState<TranslationDesk>();
  useEffect(() => {
    if (!areLoaded || original === translation) return undefined;
    const made = createTranslationDesk({
      source: original.doc,
      translation: translation.doc,
      reference: source === original ? undefined : source.doc,
      shared: shared.doc,
      type: { ...type, fields: type.fields.filter(({ items }) => items === undefined || items.includes(item.id)) },
      canLink,
    });
    setDesk(made);
    return () => {
      made.stop();
      setDesk(undefined);
    };
  }, [original, source, translation, shared, areLoaded, canLink, type, item]);
  return desk;
}
