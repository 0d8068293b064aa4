import type { JsonValue } from '../documents/document-store.ts';
import type { ContentType } from './content-type.ts';

/** The key of the shared number field that gives a type a manual order. */
const FIELD = 'order';

/** What items without a number are counted down from: above every number that a team gives, minus a time still so. */
const AFTER_ALL = 1e15;

/** The places of items without a number are above this one: times in milliseconds stay below the difference. */
export const UNNUMBERED = AFTER_ALL / 2;

/** Whether a type has manual order: it has the shared number field `order`. */
export function isOrdered({ fields }: Pick<ContentType, 'fields'>): boolean {
  return fields.some(({ key, kind, localized }) => key === FIELD && kind === 'number' && !localized);
}

/**
 * The place of an item in manual order: by its number; without one after all others, the newest first.
 * @param since milliseconds since 1970 of the first publication, or of the creation
 */
export function placeInOrder(fields: { [key: string]: JsonValue }, since: number): number {
  const order = fields[FIELD];
  return typeof order === 'number' ? order : AFTER_ALL - since;
}

/** The number that a place comes from; `undefined` for an item without one. */
export function numberOf(place: number | undefined): number | undefined {
  return place === undefined || place >= UNNUMBERED ? undefined : place;
}

/** The shortest number between two; `undefined` if they are too close. Either may be missing. */
export function orderBetween(before: number | undefined, after: number | undefined): number | undefined {
  if (before === undefined) return after === undefined ? 1 : Math.ceil(after) - 1;
  if (after === undefined) return Math.floor(before) + 1;
  for (let digits = 0; digits <= 9; digits++) {
    const scale = 10 ** digits;
    const candidate = Math.round(((before + after) / 2) * scale) / scale;
    if (candidate > before && candidate < after) return candidate;
  }
  return undefined;
}

interface Publication {
  itemId: string;
  fields: { [key: string]: JsonValue };
  firstPublishedAt: number;
}

/** Compares publications in manual order; equal ones by the id of their item, as the lists of the admin area. */
export function compareInOrder(a: Publication, b: Publication): number {
  const [placeOfA, placeOfB] = [a, b].map(({ fields, firstPublishedAt }) => placeInOrder(fields, firstPublishedAt));
  return (placeOfA ?? 0) - (placeOfB ?? 0) || (a.itemId < b.itemId ? -1 : 1);
}
