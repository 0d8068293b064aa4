import { useEffect } from 'react';
import { increasingPositions } from '#core/rich-text/increasing-positions.ts';
import { blockOfUnit } from '#core/translation/units.ts';
import { blockElements, type TextEditor } from '../text/text-editor.ts';
import { roomBelow, showUnitMarks, spaceAbove } from '../text/unit-marks.ts';
import { SIDES, type TranslationDesk, type TranslationSide } from '../translation/translation-desk.ts';

/** The natural offsets of the same part in two adjacent texts, in CSS pixels from a common line. */
interface MatchedHeights {
  here: number;
  there: number;
}

type Editors = { [side in TranslationSide]?: TextEditor };

/** Keeps the blocks of the two texts level with their counterparts while both are visible side by side. */
export function useLevelTexts(desk: TranslationDesk | undefined, editors: Editors): void {
  useEffect(() => {
    const { source, translation } = editors;
    // An editor that was just unmounted has no view any more.
    if (!desk || !source || !translation || SIDES.some((side) => editors[side]?.editor.isDestroyed)) return undefined;
    let frame: number | undefined;
    const level = () => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        if (!source.editor.isDestroyed && !translation.editor.isDestroyed) levelTexts(desk, { source, translation });
      });
    };
    level();
    const seen = new ResizeObserver(level);
    for (const { editor } of [source, translation]) seen.observe(editor.view.dom);
    const end = desk.state.subscribe(level);
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
      seen.disconnect();
      end();
    };
  }, [desk, editors]);
}

function levelTexts(desk: TranslationDesk, editors: { [side in TranslationSide]: TextEditor }): void {
  const [source, translation] = [naturalTops(editors.source), naturalTops(editors.translation)];
  const pairs = areAdjacent(editors)
    ? (desk.state.read()?.reports ?? []).flatMap((report) => {
        const [from, to] = [blockOfUnit(report.source ?? ''), blockOfUnit(report.unit ?? '')];
        const [here, there] = [source.get(from ?? ''), translation.get(to ?? '')];
        return from === undefined || to === undefined || here === undefined || there === undefined
          ? []
          : [{ source: from, translation: to, here, there }];
      })
    : [];
  const spaces = { source: new Map<string, number>(), translation: new Map<string, number>() };
  for (const { here, there, index } of levelParts(pairs)) {
    const pair = pairs[index];
    // Less than a pixel is not worth a change of the page.
    if (pair && here >= 1) spaces.source.set(pair.source, Math.round(here));
    if (pair && there >= 1) spaces.translation.set(pair.translation, Math.round(there));
  }
  for (const side of SIDES) {
    const { view } = editors[side].editor;
    if (!isSame(spaceAbove(view), spaces[side])) showUnitMarks(view, { spaces: spaces[side] });
  }
}

/**
 * Where each block would begin without the space that was added to level it, and those before it, by block id. The state of a part
 * pushes the text where it stands, and never the other, which is being written.
 */
function naturalTops(text: TextEditor): Map<string, number> {
  const { view } = text.editor;
  const spaces = spaceAbove(view);
  const { tools, panel } = roomBelow(view);
  const tops = new Map<string, number>();
  let added = 0;
  let kept: number | undefined;
  for (const [id, element] of blockElements(text)) {
    if (kept !== undefined && panel) {
      // The margins of two blocks collapse: only what is more than them pushes.
      added += Math.max(0, panel.height - Math.max(kept, Number.parseFloat(getComputedStyle(element).marginTop)));
    }
    kept = panel?.id === id ? (tools.get(id) ?? 0) : undefined;
    added += spaces.get(id) ?? 0;
    tops.set(id, element.getBoundingClientRect().top - added);
  }
  return tops;
}

function areAdjacent({ source, translation }: { [side in TranslationSide]: TextEditor }): boolean {
  const [one, other] = [source, translation].map(({ editor }) => editor.view.dom.getBoundingClientRect());
  return one !== undefined && other !== undefined && one.width > 0 && other.width > 0 && one.left !== other.left;
}

function isSame(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return one.size === other.size && [...one].every(([id, space]) => other.get(id) === space);
}

/**
 * The space to add above parts so that matched parts begin at the same height, by their index in `parts`. Space above a part
 * also moves all parts after it. Parts in another order than their neighbours get none.
 */
export function levelParts(parts: readonly MatchedHeights[]): { here: number; there: number; index: number }[] {
  const order = parts.map((_, index) => index).sort((a, b) => heights(a).here - heights(b).here);
  const inOrder = increasingPositions(order.map((index) => heights(index).there)).flatMap((at) => order[at] ?? []);
  const moved = { here: 0, there: 0 };
  return inOrder.map((index) => {
    const { here, there } = heights(index);
    const difference = there + moved.there - (here + moved.here);
    const added = { here: Math.max(0, difference), there: Math.max(0, -difference), index };
    moved.here += added.here;
    moved.there += added.there;
    return added;
  });

  function heights(index: number): MatchedHeights {
    return parts[index] ?? { here: 0, there: 0 };
  }
}
