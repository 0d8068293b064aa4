import type { UnitId, UnitReport } from '#core/content/translation-link.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import { DRAFT_AUTHOR, DRAFT_TAGS } from '#core/drafts/draft-shape.ts';
import type { TranslationDesk, TranslationSide } from '../translation/translation-desk.ts';

export const COVER = 'cover';

const OF_EVERY_TYPE = [DRAFT_AUTHOR, DRAFT_TAGS, COVER];

/** The unit that the person is editing in this window. */
export interface ActiveUnit {
  side: TranslationSide;
  unit: UnitId;
}

export const otherSide = (side: TranslationSide): TranslationSide => (side === 'source' ? 'translation' : 'source');

/** The focusable element of a field in a language's column. */
export function fieldControl(column: string, unit: UnitId): HTMLElement | undefined {
  const selector = `[data-column="${column}"] [data-unit="${CSS.escape(unit)}"]`;
  const field = document.querySelector<HTMLElement>(selector);
  // The text of a rich text field, rather than its toolbar or the inputs of its pictures.
  const text = field?.querySelector<HTMLElement>('[role="textbox"]');
  return text ?? field?.querySelector<HTMLElement>('input, textarea, button') ?? undefined;
}

/** The translation state of the active unit; an empty field counts as missing if its source is not empty. */
export function reportOf(desk: TranslationDesk, { side, unit }: ActiveUnit): UnitReport | undefined {
  const state = desk.state.read();
  return state?.by[side].get(unit) ?? state?.by.source.get(unit);
}

/** Whether a unit belongs to the shared part. */
export function isSharedUnit({ fields }: Pick<ContentType, 'fields'>, unit: UnitId): boolean {
  if (OF_EVERY_TYPE.some((name) => unit === `field:${name}`)) return true;
  return fields.some(({ key, localized }) => !localized && unit === `field:${key}`);
}
