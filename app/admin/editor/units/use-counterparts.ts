import type { Transaction } from '@tiptap/pm/state';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { blockOfUnit } from '#core/translation/units.ts';
import type { Store } from '../../../ui/kit/create-store.ts';
import { blockAtCaret, type TextEditor } from '../text/text-editor.ts';
import { showUnitMarks, type UnitMark } from '../text/unit-marks.ts';
import { blocksWrittenIn } from '../translation/blocks-written-in.ts';
import { isBegun, SIDES, type TranslationDesk, type TranslationSide } from '../translation/translation-desk.ts';
import { type ActiveUnit, otherSide } from './active-unit.ts';

type Editors = { [side in TranslationSide]?: TextEditor };

/**
 * Links the two texts: each block shows its translation state, the counterpart of the active one is highlighted, and what this
 * person writes in the translation is linked.
 */
export function useCounterparts(
  desk: TranslationDesk | undefined,
  editors: Editors,
  active: Store<ActiveUnit | undefined>,
): void {
  const t = useTranslations('editor.translation.states');

  useEffect(() => {
    if (!desk) return undefined;
    const shown = new Map<TranslationSide, string>();
    const show = () => {
      const state = desk.state.read();
      for (const side of SIDES) {
        const editor = editors[side]?.editor;
        if (!state || !editor || editor.isDestroyed) continue;
        const units = new Map<string, UnitMark>();
        for (const [unit, report] of isBegun(state) ? state.by[side] : []) {
          const block = blockOfUnit(unit);
          if (block !== undefined) units.set(block, { state: report.state, label: t(report.state) });
        }
        const key = JSON.stringify([...units]);
        if (shown.get(side) === key) continue;
        shown.set(side, key);
        showUnitMarks(editor.view, { units });
      }
    };
    show();
    return desk.state.subscribe(show);
  }, [desk, editors, t]);

  useEffect(() => {
    const ends = SIDES.map((side) => {
      const editor = editors[side]?.editor;
      if (!editor) return undefined;
      const note = () => {
        const block = blockAtCaret(editor);
        const unit = block && `block:${block.id}`;
        const before = active.read();
        if (!unit || !editor.isFocused || (before?.side === side && before.unit === unit)) return;
        active.write({ side, unit });
      };
      editor.on('selectionUpdate', note);
      editor.on('focus', note);
      return () => {
        editor.off('selectionUpdate', note);
        editor.off('focus', note);
      };
    });
    return () => {
      for (const end of ends) end?.();
    };
  }, [editors, active]);

  useEffect(() => {
    const show = () => {
      const at = active.read();
      if (!at) return;
      const own = editors[at.side]?.editor;
      const opposite = editors[otherSide(at.side)]?.editor;
      if (own && !own.isDestroyed) showUnitMarks(own.view, { opposite: undefined });
      if (opposite && !opposite.isDestroyed) showUnitMarks(opposite.view, { opposite: counterpartOf(desk, at) });
    };
    const ends = [active.subscribe(show), desk?.state.subscribe(show)];
    return () => {
      for (const end of ends) end?.();
    };
  }, [desk, editors, active]);
}

/** What this person writes in a translation is linked to the original. */
export function useLinkWritten(desk: TranslationDesk | undefined, text: TextEditor | undefined): void {
  useEffect(() => {
    const editor = text?.editor;
    const note = ({ transaction }: { transaction: Transaction }) => {
      for (const id of editor ? blocksWrittenIn(transaction, editor.state.doc) : []) desk?.noteWritten(`block:${id}`);
    };
    editor?.on('update', note);
    return () => void editor?.off('update', note);
  }, [desk, text]);
}

/** The block on the other side that corresponds to a unit; in the translation, it may be empty. */
export function counterpartOf(desk: TranslationDesk | undefined, { side, unit }: ActiveUnit): string | undefined {
  const report = desk?.state.read()?.by[side].get(unit);
  const other = side === 'source' ? report?.unit : report?.source;
  return other === undefined ? undefined : blockOfUnit(other);
}
