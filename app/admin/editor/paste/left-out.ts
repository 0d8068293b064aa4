/** Something that a text cannot have. */
export interface LeftOut {
  kind: 'picture' | 'frame' | 'field' | 'script' | 'formula' | 'link' | 'unknown';
  /** What tells it from others: an address, a text, or the name of its element. */
  what: string;
}

/** How many places in a pasted text are told apart; what is left out after the last of them is told there. */
const PLACES = 32;

/** Signs of places: characters that no text may have. Source: Unicode, 23.7 Noncharacters. */
export const PLACE_SIGNS = /[\uFDD0-\uFDEF]/g;

/** The sign of the place where something was left out, by its index in `leftOut`. */
export function placeSign(index: number): string {
  return String.fromCharCode(0xfdd0 + Math.min(index, PLACES - 1));
}

/** What was left out at a sign. */
export function leftOutAt(sign: string, leftOut: readonly LeftOut[]): LeftOut[] {
  const index = sign.charCodeAt(0) - 0xfdd0;
  return leftOut.slice(index, index === PLACES - 1 ? undefined : index + 1);
}
