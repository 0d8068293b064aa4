import { type ReactNode, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { UnitId } from '#core/content/translation-link.ts';
import { SHARED } from '#core/drafts/draft-name.ts';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { createStore, subscribeToAll } from '../../../ui/kit/create-store.ts';
import { DeskBar } from '../../managed-item/desk-bar.tsx';
import { DeskProvider, PublishingCheckedProvider, useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import type { EditorDraft } from '../drafts/editor-draft.ts';
import type { OpenItem } from '../drafts/open-item.client.ts';
import type { Presence } from '../drafts/presence.ts';
import { whenSaved } from '../drafts/save-state.ts';
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
import { useCounterparts, useLinkWritten } from '../units/use-counterparts.ts';
import { useLevelTexts } from '../units/use-level-texts.ts';
import { DeskColumn, rowsOf } from './desk-column.tsx';
import { HelpDialog, useDeskKeys } from './desk-keys.tsx';
import { type KnownStatus, useLanguagePair, useLanguageStatuses } from './desk-languages.ts';
import { FieldsButton, MenuEntries, PresenceMenu, SaveIndicator, SideSwitch, WorkButton } from './desk-tools.tsx';
import {
  LeaveQuestion,
  useAddressedUnit,
  useAlone,
  useReportSaved,
  useRoomForText,
  useSaveShortcut,
  useStart,
} from './desk-window.tsx';
import { ReviewBox } from './review-box.tsx';
import { SharedSection, SharedSheet, useIsLoaded } from './shared-sheet.tsx';

interface DeskProps {
  open: OpenItem;
  /** What can be done with the item, after the tools: its pages, and the menu. */
  actions: (desk: DeskHandle) => ReactNode;
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
export function Desk({ open, actions }: DeskProps) {
  return (
    <GrantedRights open={open}>
      <OpenDesk open={open} actions={actions} />
    </GrantedRights>
  );
}

function OpenDesk({ open, actions: furtherActions }: DeskProps) {
  const t = useTranslations('editor.page');
  const { title, item, type, bar } = useDesk();
  const isOfSite = type.appearsAs === 'site';
  // Lists whose entries alone have words: what they are comes before what they are called.
  const isSharedFirst = isOfSite && type.fields.every(({ localized }) => !localized);
  const shown = useOpenDesk(open);
  const { languages, sides, choose, shownSide, setShown, drafts, everyDraft, isLoaded, desk, sourceDesk } = shown;
  const { editors, takeEditor, active, actions, sheet, setSheet, sharedUnit, openShared, isAlone, writeAlone } = shown;
  return (
    <div ref={shown.element} className="relative">
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
              {furtherActions({
                // Drafts of items in the trash are read-only.
                whenSaved: () => (item.isTrashed ? Promise.resolve(true) : whenSaved(everyDraft)),
                noteStatuses: shown.noteStatuses,
                noteChecked: shown.noteChecked,
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
        {!item.isTrashed && <SaveIndicator drafts={everyDraft} onReport={shown.reportSaved} />}
        <PresenceMenu open={open} onGo={(person) => goToPerson(person, shown)} />
        <span className="ms-auto" />
        {desk && !isAlone && !item.isTrashed && (
          <WorkButton desk={desk} language={sides.translation.name} onNext={actions.goToNext} />
        )}
        <SideSwitch languages={sides} shown={shownSide} onShow={setShown} />
      </DeskBar>
      <ReviewBox />
      {item.isTrashed && <p className="mt-3 px-3.5 font-medium text-warning">{t('trashed')}</p>}
      <PublishingCheckedProvider value={shown.isChecked}>
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
        {desk && !item.isTrashed && (
          <UnitPanel desk={desk} active={active} actions={actions} languages={sides} editors={editors} />
        )}
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

/** What an open desk holds: its languages, drafts and texts, what is shown of them, and what can be done with them. */
function useOpenDesk(open: OpenItem) {
  const { type, cardPath, languages: given } = useDesk();
  const [languages, noteStatuses] = useLanguageStatuses(given, cardPath);
  const [sides, choose] = useLanguagePair(languages);
  const compared = useComparedDrafts(open, sides);
  const { drafts, everyDraft, isSharedLoaded, desk, sourceDesk } = compared;
  const [shownSide, setShown] = useState<TranslationSide>('source');
  const sheet = useSheet(type.appearsAs === 'site');
  const [editors, setEditors] = useState<{ [side in TranslationSide]?: TextEditor }>({});
  const takeEditor = useCallback((side: TranslationSide, editor: TextEditor | undefined) => {
    setEditors(({ [side]: _, ...rest }) => (editor ? { ...rest, [side]: editor } : rest));
  }, []);
  const [active] = useState(() => createStore<ActiveUnit | undefined>(undefined));
  const [isAlone, toggleAlone] = useAlone();
  const [isChecked, setChecked] = useState(false);
  const noteChecked = useCallback(() => setChecked(true), []);

  useCounterparts(desk, editors, active);
  useLinkWritten(sourceDesk, editors.source);
  useLinkWritten(desk, editors.translation);
  useLevelTexts(desk, editors);
  const actions = useTranslationActions({ desk, active, editors, languages: sides, drafts, show: setShown });
  useAddressedUnit(sides, editors, isSharedLoaded, actions.goTo, sheet.openShared);
  useStart({ languages: sides, drafts, editors, desk, goToFirst: actions.goToFirst, show: setShown });
  const reportSaved = useReportSaved(everyDraft);
  useSaveShortcut(reportSaved);
  useRoomForText();

  function writeAlone() {
    const side = active.read()?.side ?? shownSide;
    setShown(side);
    toggleAlone();
    requestAnimationFrame(() => editors[side]?.editor.commands.focus());
  }

  const element = useDeskKeys({
    otherLanguage: actions.goToOther,
    next: actions.goToNext,
    markCurrent: () => (active.read()?.side === 'source' ? actions.noteMinorEdit() : actions.markCurrent()),
    alone: writeAlone,
    help: () => sheet.setSheet('help'),
  });

  const shown = { languages, noteStatuses, sides, choose, shownSide, setShown, isAlone, writeAlone };
  const told = { isChecked, noteChecked, reportSaved };
  return { ...compared, ...sheet, ...shown, ...told, editors, takeEditor, active, actions, element };
}

type ShownSides = Pick<ReturnType<typeof useOpenDesk>, 'sides' | 'choose' | 'setShown'>;

/** Shows where somebody is: their caret, or else the field that they are in. */
function goToPerson({ language, color, place }: Presence, { sides, choose, setShown }: ShownSides): void {
  const side = SIDES.find((one) => sides[one].code === language);
  if (!side) {
    choose('translation', language);
    return;
  }
  setShown(side);
  requestAnimationFrame(() => {
    const caret = document.querySelector(`[data-column="${language}"] .caret.caret-${color}`);
    const control = place && fieldControl(language, place);
    (caret ?? control)?.scrollIntoView({ block: 'center' });
    control?.focus({ preventScroll: true });
  });
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

/** Makes parts read-only that the server no longer lets the person write: rights may change while the page is open. */
function GrantedRights({ open, children }: { open: OpenItem; children: ReactNode }) {
  const data = useDesk();
  const denied = useDenied(open);
  const granted = useMemo(() => {
    const may = (part: string) => !denied.split(' ').includes(part);
    const languages = data.languages.map((one) => ({ ...one, canEdit: one.canEdit && may(one.code) }));
    return { ...data, canEditShared: data.canEditShared && may(SHARED), languages };
  }, [data, denied]);
  return <DeskProvider value={granted}>{children}</DeskProvider>;
}

/** The parts that the server has said are read-only, separated by spaces. */
function useDenied({ languages, shared }: OpenItem): string {
  const drafts = useMemo(() => Object.entries({ ...languages, [SHARED]: shared }), [languages, shared]);
  const subscribe = useCallback(
    (listener: () => void) =>
      subscribeToAll(
        drafts.map(([, { facts }]) => facts),
        listener,
      ),
    [drafts],
  );
  const read = () => drafts.flatMap(([part, { facts }]) => (facts.read().mayWrite === false ? [part] : []));
  return useSyncExternalStore(subscribe, () => read().join(' '));
}
