import type { UnitId } from '#core/content/translation-link.ts';
import type { UnitReport } from '#core/content/translation-report.ts';
import type { TranslationDesk, TranslationSide } from '../translation/translation-desk.ts';

/** The part that somebody is at in this window. */
export interface ActiveUnit {
  side: TranslationSide;
  unit: UnitId;
}

export const otherSide = (side: TranslationSide): TranslationSide => (side === 'source' ? 'translation' : 'source');

/** The element of a field in a language's column that takes the focus. */
export function fieldControl(column: string, unit: UnitId): HTMLElement | undefined {
  const selector = `[data-column="${column}"] [data-unit="${CSS.escape(unit)}"]`;
  const field = document.querySelector<HTMLElement>(selector);
  // A rich text comes before its toolbar, and before what its pictures have to be written.
  const text = field?.querySelector<HTMLElement>('[role="textbox"]');
  return text ?? field?.querySelector<HTMLElement>('input, textarea, button') ?? undefined;
}

/** How the unit that somebody is at stands; a field that is empty is missing where its source is not. */
export function reportOf(desk: TranslationDesk, { side, unit }: ActiveUnit): UnitReport | undefined {
  const state = desk.state.read();
  return state?.by[side].get(unit) ?? state?.by.source.get(unit);
}
