import { type RefObject, useEffect } from 'react';
import type { UnitId } from '#core/content/translation-link.ts';
import { blockOfUnit } from '#core/translation/units.ts';
import type { Store } from '../../../ui/kit/create-store.ts';
import { blockElements, type TextEditor } from '../text/text-editor.ts';
import type { TranslationDesk, TranslationSide } from '../translation/translation-desk.ts';
import { type ActiveUnit, otherSide } from './active-unit.ts';
import { type MatchedHeights, matchingHeight } from './matching-height.ts';

interface ScrollTogether {
  desk: TranslationDesk | undefined;
  editors: { [side in TranslationSide]?: TextEditor };
  active: Store<ActiveUnit | undefined>;
  /** The scroll containers of the languages, if they are side by side. */
  columns: RefObject<{ [side in TranslationSide]?: HTMLElement | null }>;
}

/** Synchronizes scrolling: aligns the active unit if visible, otherwise the unit at the top edge. */
export function useScrollTogether({ desk, editors, active, columns }: ScrollTogether): void {
  useEffect(() => {
    if (!desk) return undefined;
    /** Scroll positions set by synchronization, whose events must not move the other column again. */
    const put = new Map<TranslationSide, number>();

    function follow(side: TranslationSide): void {
      const here = columns.current[side];
      const there = columns.current[otherSide(side)];
      if (!here || !there || (!canScroll(here) && !canScroll(there))) return;
      const parts = matchedHeights(side, here, there);
      const at = active.read();
      const isActive = (part: Matched) => at !== undefined && part[at.side] === at.unit;
      const own = parts.find(isActive);
      const line = clamp(own?.here ?? 0, here.scrollTop, here.scrollTop + here.clientHeight);
      const ends = { here: here.scrollHeight, there: there.scrollHeight };
      const opposite = own?.here === line ? own.there : matchingHeight(line, parts, ends);
      there.scrollTop = opposite - (line - here.scrollTop);
      put.set(otherSide(side), there.scrollTop);
    }

    type Matched = MatchedHeights & { [side in TranslationSide]: UnitId };

    function matchedHeights(side: TranslationSide, here: HTMLElement, there: HTMLElement): Matched[] {
      const heightHere = heightsIn(here, editors[side]);
      const heightThere = heightsIn(there, editors[otherSide(side)]);
      return (desk?.state.read()?.reports ?? []).flatMap(({ source, unit }): Matched[] => {
        if (source === undefined || unit === undefined) return [];
        const units = { source, translation: unit };
        const heights = [heightHere(units[side]), heightThere(units[otherSide(side)])];
        return heights[0] === undefined || heights[1] === undefined
          ? []
          : [{ ...units, here: heights[0], there: heights[1] }];
      });
    }

    const ends = (['source', 'translation'] as const).map((side) => {
      const column = columns.current[side];
      const onScroll = () => {
        const isOwn = column?.scrollTop === put.get(side);
        put.delete(side);
        if (!isOwn) follow(side);
      };
      column?.addEventListener('scroll', onScroll, { passive: true });
      return () => column?.removeEventListener('scroll', onScroll);
    });
    const endActive = active.subscribe(() => {
      const at = active.read();
      if (at) follow(at.side);
    });
    return () => {
      for (const end of [...ends, endActive]) end();
    };
  }, [desk, editors, active, columns]);
}

/** Measures the offset of units from the start of a column; nothing if it is hidden. */
function heightsIn(column: HTMLElement, text: TextEditor | undefined): (unit: UnitId) => number | undefined {
  const start = column.getBoundingClientRect().top - column.scrollTop;
  const blocks = text && !text.editor.isDestroyed ? blockElements(text) : undefined;
  return (unit) => {
    const block = blockOfUnit(unit);
    const element =
      block === undefined ? column.querySelector<HTMLElement>(`[data-unit="${CSS.escape(unit)}"]`) : blocks?.get(block);
    return element?.getClientRects()[0] && element.getBoundingClientRect().top - start;
  };
}

function canScroll(column: HTMLElement): boolean {
  return column.scrollHeight > column.clientHeight && getComputedStyle(column).overflowY === 'auto';
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
