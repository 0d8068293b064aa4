import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import type { UnitId } from '#core/content/translation-link.ts';
import { blockId } from '#core/rich-text/block-ids.ts';
import { blockOfUnit } from '#core/translation/units.ts';
import type { Store } from '../../../ui/kit/create-store.ts';
import { blockAtCaret, type TextEditor } from '../text/text-editor.ts';
import { showUnitMarks, type UnitMark } from '../text/unit-marks.ts';
import type { TranslationDesk, TranslationSide, TranslationState } from '../translation/translation-desk.ts';
import { type ActiveUnit, otherSide } from './active-unit.ts';

type Editors = { [side in TranslationSide]?: TextEditor };

const SIDES: readonly TranslationSide[] = ['source', 'translation'];

/** Links the two texts: each block shows its translation state, and the counterpart of the active one is highlighted. */
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
        for (const [unit, report] of state.by[side]) {
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

/** The block on the other side that corresponds to a unit, even if one of them is empty. */
export function counterpartOf(desk: TranslationDesk | undefined, { side, unit }: ActiveUnit): string | undefined {
  const state = desk?.state.read();
  const report = state?.by[side].get(unit);
  const other =
    side === 'source' ? (report?.unit ?? wordlessFor(state, unit)) : (report?.source ?? originOf(state, unit));
  return other === undefined ? undefined : blockOfUnit(other);
}

/** The source unit in a translation unit's link, if it still exists. */
function originOf(state: TranslationState | undefined, unit: UnitId): UnitId | undefined {
  const source = state?.links[unit]?.source;
  return source !== undefined && state?.units.source.has(source) ? source : undefined;
}

/** The empty block of the translation for a source unit. */
function wordlessFor(state: TranslationState | undefined, source: UnitId): UnitId | undefined {
  const ids = state?.content.translation.body.content.map((block) => `block:${blockId(block)}`);
  return ids?.find((id) => state?.links[id]?.source === source);
}
