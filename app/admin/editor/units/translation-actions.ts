import type { Editor } from '@tiptap/core';
import { NodeSelection, Selection } from '@tiptap/pm/state';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { UnitReport } from '#core/content/translation-link.ts';
import { blockOfUnit } from '#core/translation/units.ts';
import type { Store } from '../../../ui/kit/create-store.ts';
import { focusWhenRendered } from '../../../ui/kit/focus-when-rendered.ts';
import { useToasts } from '../../../ui/kit/toasts/toaster.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import type { EditorDraft } from '../drafts/editor-draft.ts';
import { findBlock, type TextEditor } from '../text/text-editor.ts';
import { addCounterpart } from '../translation/fill-blocks.ts';
import type { TranslationDesk, TranslationSide } from '../translation/translation-desk.ts';
import { type ActiveUnit, fieldControl, otherSide, reportOf } from './active-unit.ts';
import { counterpartOf } from './use-counterparts.ts';

/** Actions on the active unit. */
export interface TranslationActions {
  markCurrent(): void;
  noteMinorEdit(): void;
  /** Moves to the block for a missing unit, which is made if there is none. */
  addCounterpart(): void;
  /** Moves to where the next missing or stale unit is written, in the translation. */
  goToNext(): void;
  /** Moves to the first of them that has its place already: nothing is written. @returns whether there is one */
  goToFirst(): boolean;
  /** Moves to the counterpart on the other side. */
  goToOther(): void;
  goTo(target: ActiveUnit): void;
}

interface TranslationActionsOptions {
  desk: TranslationDesk | undefined;
  active: Store<ActiveUnit | undefined>;
  editors: { [side in TranslationSide]?: TextEditor };
  languages: { [side in TranslationSide]: EditedLanguage };
  drafts: { [side in TranslationSide]: EditorDraft };
  /** Shows a side, if only one is visible. */
  show(side: TranslationSide): void;
}

export function useTranslationActions(options: TranslationActionsOptions): TranslationActions {
  const t = useTranslations('editor.translation');
  const toasts = useToasts();
  const { desk, active, languages, drafts, show } = options;
  const { newest, goTo } = useMoves(options);
  return useMemo(() => {
    // Compare again, so that a shortcut uses what was just typed.
    const current = () => {
      desk?.refresh();
      const at = active.read();
      return at && desk ? { at, report: reportOf(desk, at) } : undefined;
    };
    /** Goes to where the words of a unit are written, in the translation; if it has no block for them, it gets one. */
    const goToWork = (report: UnitReport) => {
      const { unit, source } = report;
      if (unit !== undefined) return goTo({ side: 'translation', unit });
      if (source === undefined) return;
      if (blockOfUnit(source) === undefined) return goTo({ side: 'translation', unit: source });
      const state = desk?.state.read();
      const editor = languages.translation.canEdit ? newest.current.translation?.editor : undefined;
      const origin = (state?.original ? state.original.reportOf(report) : report)?.source;
      const made =
        state &&
        editor &&
        origin !== undefined &&
        addCounterpart(editor, drafts.translation.doc, state.original?.state ?? state, origin);
      goTo(made ? { side: 'translation', unit: made } : { side: 'source', unit: source });
    };
    const reportNone = () => void toasts.add({ tone: 'info', title: t('nothingToMark'), id: 'nothing-to-mark' });
    return {
      goTo,
      markCurrent() {
        const { report } = current() ?? {};
        if (report?.state !== 'stale' || !report.unit || !languages.translation.canEdit) return reportNone();
        desk?.markCurrent(report.unit);
        desk?.refresh();
      },
      noteMinorEdit() {
        const { report } = current() ?? {};
        if (report?.state !== 'stale' || !report.source || !languages.source.canEdit || desk?.state.read()?.original)
          return reportNone();
        desk?.noteMinorEdit(report.source);
        desk?.refresh();
      },
      addCounterpart() {
        const { report } = current() ?? {};
        if (report?.state === 'missing') goToWork(report);
      },
      goToFirst() {
        desk?.refresh();
        for (const { state, unit, source } of desk?.state.read()?.reports ?? []) {
          if (state !== 'missing' && state !== 'stale') continue;
          const target = unit ?? (source !== undefined && blockOfUnit(source) === undefined ? source : undefined);
          if (target === undefined) continue;
          goTo({ side: 'translation', unit: target });
          return true;
        }
        return false;
      },
      goToNext() {
        if (!desk) return;
        const { report } = current() ?? {};
        const reports = desk?.state.read()?.reports ?? [];
        const from = reports.findIndex((one) => report !== undefined && isSame(one, report));
        const order = [...reports.slice(from + 1), ...reports.slice(0, from + 1)];
        const next = order.find(({ state }) => state === 'missing' || state === 'stale');
        if (!next) return void toasts.add({ tone: 'info', title: t('nothing') });
        goToWork(next);
      },
      goToOther() {
        const at = active.read();
        if (!at) return;
        const side = otherSide(at.side);
        const block = blockOfUnit(at.unit) === undefined ? undefined : counterpartOf(desk, at);
        if (block !== undefined) goTo({ side, unit: `block:${block}` });
        else if (blockOfUnit(at.unit) === undefined) goTo({ side, unit: at.unit });
        else {
          show(side);
          requestAnimationFrame(() => {
            newest.current[side]?.editor.commands.focus();
            focusReadOnly(newest.current[side]?.editor);
          });
        }
      },
    };
  }, [t, toasts, desk, active, languages, drafts, show, newest, goTo]);
}

/** Moves to units. @returns also the editors as they are when a move arrives: a text may be rendered anew meanwhile */
function useMoves({ active, editors, languages, show }: TranslationActionsOptions) {
  const newest = useRef(editors);
  useEffect(() => {
    newest.current = editors;
  }, [editors]);
  const stopMoving = useRef<() => void>(undefined);
  useEffect(() => () => stopMoving.current?.(), []);
  /** Waits until the unit is rendered: its side may be hidden, or its draft still loading. */
  const goTo = useCallback(
    (target: ActiveUnit) => {
      show(target.side);
      active.write(target);
      stopMoving.current?.();
      stopMoving.current = focusWhenRendered(() => {
        const editor = newest.current[target.side]?.editor;
        const isFocused = focusUnit(target, editor, languages[target.side].code);
        if (isFocused && blockOfUnit(target.unit) !== undefined) focusReadOnly(editor);
        return isFocused;
      });
    },
    [active, languages, show],
  );
  return { newest, goTo };
}

/** Puts the caret into a block, or focuses the control of a field. @returns whether it was rendered */
function focusUnit({ unit }: ActiveUnit, editor: Editor | undefined, language: string): boolean {
  const block = blockOfUnit(unit);
  if (block === undefined) {
    const control = fieldControl(language, unit);
    control?.closest('details')?.setAttribute('open', '');
    control?.focus();
    return control !== undefined && control === document.activeElement;
  }
  const placed = editor && isShown(editor) ? findBlock(editor, block) : undefined;
  if (!editor || !placed) return false;
  return editor
    .chain()
    .command(({ tr }) => {
      const isAtom = tr.doc.nodeAt(placed.position)?.isAtom;
      tr.setSelection(
        isAtom ? NodeSelection.create(tr.doc, placed.position) : Selection.near(tr.doc.resolve(placed.position + 1)),
      );
      return true;
    })
    .focus()
    .scrollIntoView()
    .run();
}

/** Focuses a text that the person may only read: the editor does not by itself. */
function focusReadOnly(editor: Editor | undefined): void {
  if (editor && !editor.isEditable) editor.view.dom.focus({ preventScroll: true });
}

function isShown(editor: Editor): boolean {
  return !editor.isDestroyed && editor.view.dom.getClientRects().length > 0;
}

function isSame(one: UnitReport, other: UnitReport): boolean {
  return one.unit === other.unit && one.source === other.source;
}
