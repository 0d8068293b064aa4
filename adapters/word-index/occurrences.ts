/** Where a term occurs: numbers of entries, ascending, each with a mark from 1 to 255. Takes one or two bytes for most of them. */
export interface Occurrences {
  /** Each as a variable-length integer, `2 × (number − previous number) + (mark ≠ 1)`, and the mark in a byte if it is not 1. */
  bytes: Uint8Array;
  used: number;
  count: number;
  /** The last entry's number; -1 if there is none. */
  last: number;
}

const INITIAL_BYTES = 8;

/** Maximum bytes of an occurrence: 5 of a 32-bit integer, 1 of the mark. */
const LONGEST = 6;

/** The most frequent mark has no byte of its own. */
const USUAL_MARK = 1;

export function createOccurrences(): Occurrences {
  return { bytes: new Uint8Array(INITIAL_BYTES), used: 0, count: 0, last: -1 };
}

/** @param number greater than those before, less than 2^30 */
export function addOccurrence(occurrences: Occurrences, number: number, mark: number): void {
  if (occurrences.used + LONGEST > occurrences.bytes.length) grow(occurrences);
  const { bytes } = occurrences;
  let rest = 2 * (number - occurrences.last) + (mark === USUAL_MARK ? 0 : 1);
  while (rest > 0x7f) {
    bytes[occurrences.used++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  bytes[occurrences.used++] = rest;
  if (mark !== USUAL_MARK) bytes[occurrences.used++] = mark;
  occurrences.count += 1;
  occurrences.last = number;
}

/** By a fourth: the buffers of frequent terms would otherwise be as empty as full. */
function grow(occurrences: Occurrences): void {
  const { bytes } = occurrences;
  const larger = new Uint8Array(Math.ceil(bytes.length * 1.25) + LONGEST);
  larger.set(bytes);
  occurrences.bytes = larger;
}

/** Calls a function with each entry's number and mark, in the order of the numbers. */
export function eachOccurrence({ bytes, used }: Occurrences, visit: (number: number, mark: number) => void): void {
  let number = -1;
  let at = 0;
  while (at < used) {
    let value = 0;
    let shift = 0;
    let byte = 0x80;
    while (byte > 0x7f) {
      byte = bytes[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      shift += 7;
    }
    number += value >>> 1;
    visit(number, value & 1 ? (bytes[at++] ?? 0) : USUAL_MARK);
  }
}
