import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type BlockerFunction, useBlocker, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import type { UnitId } from '#core/content/translation-link.ts';
import { unitOfFragment } from '#core/drafts/unit-fragment.ts';
import { blockOfUnit } from '#core/translation/units.ts';
import { hasTyped, isNowhere, passTyped, takeTyped } from '../../../rendering/typed-ahead.ts';
import { ConfirmDialog } from '../../../ui/kit/confirm-dialog.tsx';
import { useToasts } from '../../../ui/kit/toasts/toaster.tsx';
import { useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import type { EditorDraft } from '../drafts/editor-draft.ts';
import { discardsWords, saveStateOf, whenSaved, worstOf } from '../drafts/save-state.ts';
import { matchesShortcut, SHORTCUTS } from '../text/shortcuts.ts';
import { findBlock, focusStart, type TextEditor, writeTyped } from '../text/text-editor.ts';
import { SIDES, type TranslationDesk, type TranslationSide } from '../translation/translation-desk.ts';
import { type ActiveUnit, fieldControl, isSharedUnit } from '../units/active-unit.ts';

/** Height in CSS pixels below which the fields above the text leave it too little room, as above the keyboard of a phone. */
const SHORT = 600;

/** The class of the body while only the text is shown (editor.css). */
const ALONE = 'writing-alone';

/** Asks for confirmation before closing the window or leaving the page would lose changes. */
export function LeaveQuestion({ drafts }: { drafts: readonly EditorDraft[] }) {
  const t = useTranslations('editor.leave');
  const wouldDiscard = useCallback(() => drafts.some(({ facts }) => discardsWords(facts.read())), [drafts]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (wouldDiscard()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [wouldDiscard]);
  const blocks = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && wouldDiscard(),
    [wouldDiscard],
  );
  const blocker = useBlocker(blocks);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={t('title')}
      description={t('text')}
      cancelLabel={t('stay')}
      confirmLabel={t('go')}
      onCancel={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    />
  );
}

/** Shows the text alone, without the frame of the admin area, the other language and the fields. */
export function useAlone(): [isAlone: boolean, toggle: () => void] {
  const [isAlone, setAlone] = useState(false);
  useEffect(() => {
    document.body.classList.toggle(ALONE, isAlone);
    return () => document.body.classList.remove(ALONE);
  }, [isAlone]);
  return [isAlone, () => setAlone(!isAlone)];
}

/** In a short window, the text that somebody writes in is moved up to the action bar. */
export function useRoomForText(): void {
  useEffect(() => {
    const makeRoom = () => {
      const text = document.activeElement?.closest('.desk-text')?.getBoundingClientRect();
      const bar = document.querySelector('[data-desk-bar]')?.getBoundingClientRect();
      const height = window.visualViewport?.height ?? window.innerHeight;
      if (!text || !bar || height >= SHORT) return;
      const excess = text.top - bar.height;
      if (excess > 0) window.scrollBy({ top: excess, behavior: 'instant' });
    };
    // Not on focus: a text that moves under a pressed pointer is selected.
    window.addEventListener('click', makeRoom);
    window.visualViewport?.addEventListener('resize', makeRoom);
    return () => {
      window.removeEventListener('click', makeRoom);
      window.visualViewport?.removeEventListener('resize', makeRoom);
    };
  }, []);
}

/** Says in a toast that everything is saved, once it is true, or what keeps it from being true. */
export function useReportSaved(drafts: readonly EditorDraft[]): () => void {
  const t = useTranslations('editor.saving');
  const toasts = useToasts();
  return useCallback(() => {
    void whenSaved(drafts).then((isSaved) => {
      const state = worstOf(drafts.map(({ facts }) => saveStateOf(facts.read())));
      const told = isSaved ? { tone: 'success' as const, title: t('allSaved') } : { title: t(state) };
      toasts.add({ tone: 'warning', ...told, id: 'saved' });
    });
  }, [drafts, t, toasts]);
}

/** Everything is saved as it is typed: the keys that save elsewhere say so. */
export function useSaveShortcut(tell: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!matchesShortcut(event, SHORTCUTS.save)) return;
      event.preventDefault();
      tell();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [tell]);
}

interface StartOptions {
  languages: { [side in TranslationSide]: EditedLanguage };
  drafts: { [side in TranslationSide]: EditorDraft };
  editors: { [side in TranslationSide]?: TextEditor };
  /** Missing for a language that is not compared with another. */
  desk: TranslationDesk | undefined;
  /** Moves to the first part to translate. @returns whether there is one */
  goToFirst: () => boolean;
  show: (side: TranslationSide) => void;
}

/**
 * Puts the focus where somebody goes on, once: into the title of an item that has none, to the first part to translate for who opens a
 * translation, else into the text. Where a touch keyboard would come up, only an empty item takes it. What was typed until then is written there.
 */
export function useStart({ languages, drafts, editors, desk, goToFirst, show }: StartOptions): void {
  const { hash, search } = useLocation();
  const isDone = useRef(false);
  const asked = SIDES.find((side) => languages[side].code === new URLSearchParams(search).get('language'));
  const side = asked ?? SIDES.find((one) => languages[one].canEdit);
  const text = side && editors[side];
  const isReady = side === 'source' || desk !== undefined;
  const write = useEffectEvent((words: string) => {
    const focused = SIDES.map((one) => editors[one]).find((one) => one?.editor.view.hasFocus());
    writeTyped(focused?.editor, words);
  });
  useEffect(() => {
    if (isDone.current || !text || !isReady) return;
    isDone.current = true;
    // The unit of the address gets the focus by itself.
    if (unitOfFragment(hash) !== undefined) return void passTyped(write);
    if (!isNowhere() || !languages[side].canEdit) return void takeTyped();
    const isEmpty = text.editor.isEmpty;
    if (side === 'source' && isEmpty && drafts.source.doc.getText('title').toString().trim() === '') {
      fieldControl(languages.source.code, 'title')?.focus();
    } else if (!isEmpty && !hasTyped() && matchMedia('(pointer: coarse)').matches) {
      return void takeTyped();
    } else if (side !== 'translation' || !goToFirst()) {
      show(side);
      focusStart(text.editor);
    }
    passTyped(write);
  }, [hash, side, languages, drafts, text, isReady, goToFirst, show]);
}

/**
 * Moves once to the unit in the page's address, `?language=en#block-…`, when both texts are editable. A block that is missing
 * in the language is shown in the other one; for a shared unit, the shared form is opened.
 */
export function useAddressedUnit(
  languages: { [side in TranslationSide]: EditedLanguage },
  editors: { [side in TranslationSide]?: TextEditor },
  isSharedLoaded: boolean,
  goTo: (target: ActiveUnit) => void,
  openShared: (unit: UnitId) => void,
): void {
  const { type } = useDesk();
  const { key, search, hash } = useLocation();
  const followed = useRef<string>(undefined);
  const { source, translation } = editors;
  useEffect(() => {
    const unit = unitOfFragment(hash);
    if (unit === undefined || !source || !translation || !isSharedLoaded || followed.current === key) return;
    followed.current = key;
    if (isSharedUnit(type, unit)) return openShared(unit);
    const asked: TranslationSide =
      new URLSearchParams(search).get('language') === languages.source.code ? 'source' : 'translation';
    goTo({ side: sideOf(unit, asked, { source, translation }), unit });
  }, [key, search, hash, type, languages, source, translation, isSharedLoaded, goTo, openShared]);
}

function sideOf(
  unit: string,
  asked: TranslationSide,
  editors: { [side in TranslationSide]: TextEditor },
): TranslationSide {
  const block = blockOfUnit(unit);
  if (block === undefined || findBlock(editors[asked].editor, block)) return asked;
  return asked === 'source' ? 'translation' : 'source';
}
