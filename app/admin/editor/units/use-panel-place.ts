import { type RefObject, useLayoutEffect, useState } from 'react';
import type { UnitId } from '#core/content/translation-link.ts';
import { blockOfUnit } from '#core/translation/units.ts';
import type { EditedLanguage } from '../context/read-editor.ts';
import { blockElements, type TextEditor } from '../text/text-editor.ts';
import type { TranslationDesk, TranslationSide } from '../translation/translation-desk.ts';
import { type ActiveUnit, otherSide } from './active-unit.ts';
import { counterpartOf } from './use-counterparts.ts';

/** `beside`: in the other language's column. `below`: at the bottom of the window, if the other language is not shown. */
type PanelPlace = 'beside' | 'below';

/** Space between a part and its panel, in CSS pixels. */
const GAP = 6;

interface PanelOptions {
  desk: TranslationDesk;
  editors: { [side in TranslationSide]?: TextEditor };
  languages: { [side in TranslationSide]: EditedLanguage };
  /** The active unit, if the panel is shown. */
  at: ActiveUnit | undefined;
}

/** Places the panel of the active unit below the unit's counterpart, or level with the unit if there is none. */
export function usePanelPlace(panel: RefObject<HTMLElement | null>, options: PanelOptions): PanelPlace {
  const { desk, editors, languages, at } = options;
  const [place, setPlace] = useState<PanelPlace>('below');
  useLayoutEffect(() => {
    if (!at) return undefined;
    const put = () => {
      const element = panel.current;
      if (!element) return;
      const found = boxBeside(element, { desk, editors, languages, at });
      setPlace(found ? 'beside' : 'below');
      for (const name of ['top', 'left', 'width'] as const) element.style[name] = found ? `${found[name]}px` : '';
    };
    put();
    const seen = new ResizeObserver(() => requestAnimationFrame(put));
    for (const column of document.querySelectorAll('[data-column]')) seen.observe(column);
    const end = desk.state.subscribe(() => requestAnimationFrame(put));
    return () => {
      seen.disconnect();
      end();
    };
  }, [panel, desk, editors, languages, at]);
  return place;
}

interface Box {
  top: number;
  left: number;
  width: number;
}

/** Where the panel goes in its positioned ancestor; `undefined` if the other language is not visible. */
function boxBeside(
  panel: HTMLElement,
  { desk, editors, languages, at }: PanelOptions & { at: ActiveUnit },
): Box | undefined {
  const side = otherSide(at.side);
  const column = columnOf(languages[side].code)?.getBoundingClientRect();
  const frame = panel.parentElement?.getBoundingClientRect();
  if (!column?.width || !frame) return undefined;
  const own = elementOf(at.unit, editors[at.side], languages[at.side].code);
  const block = blockOfUnit(at.unit) === undefined ? undefined : counterpartOf(desk, at);
  const unit = block === undefined ? (blockOfUnit(at.unit) === undefined ? at.unit : undefined) : `block:${block}`;
  const other = unit === undefined ? undefined : elementOf(unit, editors[side], languages[side].code);
  const line = other?.getBoundingClientRect().bottom ?? own?.getBoundingClientRect().top;
  if (line === undefined) return undefined;
  return { top: line - frame.top + (other ? GAP : 0), left: column.left - frame.left, width: column.width };
}

const columnOf = (code: string) => document.querySelector<HTMLElement>(`[data-column="${code}"]`);

function elementOf(unit: UnitId, text: TextEditor | undefined, code: string): HTMLElement | undefined {
  const block = blockOfUnit(unit);
  if (block !== undefined) return text && !text.editor.isDestroyed ? blockElements(text).get(block) : undefined;
  return columnOf(code)?.querySelector<HTMLElement>(`[data-unit="${CSS.escape(unit)}"]`) ?? undefined;
}
