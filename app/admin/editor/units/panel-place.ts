import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { UnitId } from '#core/content/translation-link.ts';
import { blockOfUnit } from '#core/translation/units.ts';
import type { EditedLanguage } from '../context/read-editor.ts';
import { blockElements, type TextEditor } from '../text/text-editor.ts';
import { type RoomBelow, roomBelow, showUnitMarks } from '../text/unit-marks.ts';
import type { TranslationDesk, TranslationSide } from '../translation/translation-desk.ts';
import { type ActiveUnit, otherSide } from './active-unit.ts';
import { counterpartOf } from './use-counterparts.ts';

/**
 * `beside`: in the other language's column. `below`: at the bottom of the window, if the other language is not shown, or a field of
 * the original is written.
 */
type PanelPlace = 'beside' | 'below';

/** Space between a part and its panel, in CSS pixels. */
const GAP = 6;

/** Space below the panel in CSS pixels, which has a line for the state of the next block. */
const GAP_BELOW = 24;

interface PanelOptions {
  desk: TranslationDesk;
  editors: { [side in TranslationSide]?: TextEditor };
  languages: { [side in TranslationSide]: EditedLanguage };
  /** The active unit, if the panel is shown. */
  at: ActiveUnit | undefined;
}

/** Where the panel stands in the other column. */
interface Place {
  /** The part that it stands below; if none, it begins level with the active one. */
  below: HTMLElement | undefined;
  /** The block of the text that this is, if it is one. */
  block?: { text: TextEditor; id: string };
  /** In CSS pixels from the panel's positioned ancestor. */
  top: number;
  left: number;
  width: number;
}

/**
 * Places the panel of the active unit below the unit's counterpart, or below what precedes it where there is none, and makes
 * room for it there.
 */
export function usePanelPlace(panel: RefObject<HTMLElement | null>, options: PanelOptions): PanelPlace {
  const { desk, editors, languages, at } = options;
  const [place, setPlace] = useState<PanelPlace>('below');
  useLayoutEffect(() => {
    const element = panel.current;
    if (!at || !element) return undefined;
    let leave: (() => void) | undefined;
    let stood: Place | undefined;
    const put = () => {
      const found = placeBeside(element, { desk, editors, languages, at });
      setPlace(found ? 'beside' : 'below');
      element.dataset.deskPanel = found ? 'beside' : 'below';
      for (const name of ['left', 'width'] as const) element.style[name] = found ? `${found[name]}px` : '';
      if (leave && stood?.below !== found?.below) leave();
      leave = found && makeRoom(found, GAP + element.offsetHeight + GAP_BELOW);
      stood = found;
      element.style.top = found ? `${found.top}px` : '';
    };
    put();
    const seen = new ResizeObserver(() => requestAnimationFrame(() => element.isConnected && put()));
    for (const part of [element, ...document.querySelectorAll('[data-column]')]) seen.observe(part);
    const end = desk.state.subscribe(() => requestAnimationFrame(put));
    return () => {
      seen.disconnect();
      end();
      leave?.();
    };
  }, [panel, desk, editors, languages, at]);
  return place;
}

/** Keeps room below the part that the panel stands below. @returns a function that ends it */
function makeRoom({ below, block }: Place, height: number): () => void {
  if (!block) {
    if (below) below.style.marginBlockEnd = `${height}px`;
    return () => below?.style.removeProperty('margin-block-end');
  }
  const { text, id } = block;
  const show = (room: RoomBelow | undefined) => {
    if (!text.editor.isDestroyed) showUnitMarks(text.editor.view, { panel: room });
  };
  const room = roomBelow(text.editor.view).panel;
  if (room?.id !== id || room.height !== height) show({ id, height });
  return () => show(undefined);
}

/** Where the panel goes; `undefined` where it is at the bottom. */
function placeBeside(
  panel: HTMLElement,
  { desk, editors, languages, at }: PanelOptions & { at: ActiveUnit },
): Place | undefined {
  // Above the text, to push would move all of it while the field is written.
  if (at.side === 'source' && blockOfUnit(at.unit) === undefined && languages.source.canEdit) return undefined;
  const side = otherSide(at.side);
  const column = columnOf(languages[side].code)?.getBoundingClientRect();
  const frame = panel.parentElement?.getBoundingClientRect();
  if (!column?.width || !frame) return undefined;
  const own = elementOf(at.unit, editors[at.side], languages[at.side].code);
  const part = partBeside(desk, editors, at) ?? { below: elementOf(at.unit, editors[side], languages[side].code) };
  // With no counterpart to stand below, it would cover what stands there.
  const other = editors[side];
  if (!part.below && other && !other.editor.isDestroyed && other.editor.getText().trim() !== '') return undefined;
  const line = part.below?.getBoundingClientRect().bottom ?? own?.getBoundingClientRect().top;
  if (line === undefined) return undefined;
  const top = line - frame.top + (part.below ? GAP : 0);
  return { ...part, top, left: column.left - frame.left, width: column.width };
}

/** The counterpart of a block, or that of the nearest block before it that has one. */
function partBeside(desk: TranslationDesk, editors: PanelOptions['editors'], { side, unit }: ActiveUnit) {
  const block = blockOfUnit(unit);
  const [own, text] = [editors[side], editors[otherSide(side)]];
  if (block === undefined || !own || !text || own.editor.isDestroyed || text.editor.isDestroyed) return undefined;
  const ids = [...blockElements(own).keys()];
  const elements = blockElements(text);
  for (const before of ids.slice(0, ids.indexOf(block) + 1).reverse()) {
    const id = counterpartOf(desk, { side, unit: `block:${before}` });
    const below = elements.get(id ?? '');
    if (id !== undefined && below) return { below, block: { text, id } };
  }
  return undefined;
}

/** The element of a unit; of one in a section that is folded, that section. */
function elementOf(unit: UnitId, text: TextEditor | undefined, code: string): HTMLElement | undefined {
  const block = blockOfUnit(unit);
  if (block !== undefined) return text && !text.editor.isDestroyed ? blockElements(text).get(block) : undefined;
  const field = columnOf(code)?.querySelector<HTMLElement>(`[data-unit="${CSS.escape(unit)}"]`);
  return (field?.checkVisibility() ? field : field?.closest('details')) ?? undefined;
}

const columnOf = (code: string) => document.querySelector<HTMLElement>(`[data-column="${code}"]`);

/** Moves the caret out from under the panel whenever the panel appears or grows. */
export function useCaretAbove(
  panel: RefObject<HTMLElement | null>,
  isShown: boolean,
  editors: { [side in TranslationSide]?: TextEditor },
): void {
  useEffect(() => {
    if (!isShown || !panel.current) return undefined;
    const seen = new ResizeObserver(() => {
      for (const { editor } of Object.values(editors)) if (editor.isFocused) editor.commands.scrollIntoView();
    });
    seen.observe(panel.current);
    return () => seen.disconnect();
  }, [panel, isShown, editors]);
}
