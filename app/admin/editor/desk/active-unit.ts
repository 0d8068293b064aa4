import type { UnitId } from '#core/translation/translation-link.ts';
import type { Side } from '../translation/translation-desk.ts';

/** The part that somebody is at in this window. */
export interface ActiveUnit {
  side: Side;
  unit: UnitId;
}

export const FIELD_UNITS = ['title', 'summary', 'seo.title', 'seo.description'] as const;

/** The element of a field in a language's column that takes the focus. */
export function fieldControl(column: string, unit: UnitId): HTMLElement | undefined {
  const selector = `[data-column="${column}"] [data-unit="${CSS.escape(unit)}"]`;
  const field = document.querySelector<HTMLElement>(selector);
  return field?.querySelector<HTMLElement>('input, textarea, [contenteditable="true"], button') ?? undefined;
}
