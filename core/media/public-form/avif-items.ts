import { type Box, createNumberReader, readBoxes } from './iso-boxes.ts';
import { bytesOfLetters, lettersAt } from './join-bytes.ts';

/** A range of bytes; the end is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Item types that are pictures, or derived from pictures. */
const PICTURES = new Set(['av01', 'grid', 'iovl', 'iden', 'tmap']);

/**
 * Clears the names of all items of a box `iinf`, and the types of items that are not pictures, so that readers skip them.
 * @returns the ids of the pictures, or `undefined` for an unsupported structure
 */
export function keepPictures(bytes: Uint8Array, box: Box): Set<number> | undefined {
  const isWide = (bytes[box.body] ?? 0) > 0;
  const entries = readBoxes(bytes, box.body + (isWide ? 8 : 6), box.end);
  if (!entries) return undefined;
  const pictures = new Set<number>();
  for (const entry of entries) {
    const version = bytes[entry.body];
    if (entry.type !== 'infe' || (version !== 2 && version !== 3)) return undefined;
    const numbers = createNumberReader(bytes, entry.body + 4, entry.end);
    const id = numbers.next(version === 2 ? 2 : 4);
    numbers.next(2);
    const typeAt = numbers.at();
    numbers.next(4);
    if (PICTURES.has(lettersAt(bytes, typeAt, 4))) pictures.add(id);
    else bytes.set(bytesOfLetters('skip'), typeAt);
    bytes.fill(0, numbers.at(), entry.end);
  }
  return pictures;
}

/**
 * The locations of items' data from a box `iloc`: in the file, or in the box `idat`.
 * @returns `undefined` if an item is stored elsewhere. @throws RangeError for a truncated box
 */
export function locateItems(
  bytes: Uint8Array,
  box: Box,
  items: ReadonlySet<number>,
  data: Box | undefined,
): Span[] | undefined {
  const version = bytes[box.body] ?? 0;
  if (version > 2) return undefined;
  const numbers = createNumberReader(bytes, box.body + 4, box.end);
  const sizes = numbers.next(2);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  const idSize = version === 2 ? 4 : 2;
  const spans: Span[] = [];
  for (let left = numbers.next(idSize); left > 0; left--) {
    const id = numbers.next(idSize);
    const method = version === 0 ? 0 : numbers.next(2) & 15;
    numbers.next(2);
    const base = numbers.next(baseSize);
    for (let extents = numbers.next(2); extents > 0; extents--) {
      numbers.next(indexSize);
      const offset = base + numbers.next(offsetSize);
      const length = numbers.next(lengthSize);
      if (!items.has(id)) continue;
      if (length === 0 || method > 1 || (method === 1 && !data)) return undefined;
      const start = offset + (method === 1 && data ? data.body : 0);
      spans.push({ start, end: start + length });
    }
  }
  return spans;
}
