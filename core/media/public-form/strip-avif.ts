import { type Box, bytesOfLetters, createNumberReader, lettersAt, readBoxes } from './read-bytes.ts';

/** Child boxes of `meta` to keep. */
const STRUCTURE = new Set(['hdlr', 'pitm', 'iloc', 'iinf', 'iref', 'iprp', 'idat', 'grpl']);

/** Properties that affect how a picture looks. */
const LOOKS = new Set(
  'ispe pixi av1C colr pasp clap irot imir auxC clli mdcv cclv amve reve ndwt a1op a1lx lsel'.split(' '),
);

/**
 * Removes metadata from an AVIF file: everything that is not picture data, such as EXIF, XMP, names and descriptions, is
 * overwritten with zeros in boxes that readers skip, so that offsets stay valid. Pixels are unchanged. Source: ISO/IEC
 * 23008-12.
 * @returns `undefined` for an unsupported structure, such as an image sequence
 */
export function stripAvif(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const copy = new Uint8Array(bytes);
  try {
    return strip(copy) ? copy : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function strip(bytes: Uint8Array): boolean {
  const boxes = readBoxes(bytes, 0, bytes.byteLength);
  const meta = boxes?.find(({ type }) => type === 'meta');
  if (!boxes || !meta || boxes.some(({ type }) => type === 'moov')) return false;
  const parts = readBoxes(bytes, meta.body + 4, meta.end);
  const part = (type: string) => parts?.find((box) => box.type === type);
  const [info, location, data, handler, properties] = ['iinf', 'iloc', 'idat', 'hdlr', 'iprp'].map(part);
  if (!parts || !info || !location || !handler || !properties) return false;
  const pictures = keepPictures(bytes, info);
  const spans = pictures && locateItems(bytes, location, pictures, data);
  const containers = readBoxes(bytes, properties.body, properties.end);
  const all = containers?.filter(({ type }) => type === 'ipco').map((box) => readBoxes(bytes, box.body, box.end));
  if (!spans || !all) return false;
  for (const list of all) {
    if (!list) return false;
    for (const box of list) if (!LOOKS.has(box.type)) blankBox(bytes, box);
  }
  for (const box of parts) if (!STRUCTURE.has(box.type)) blankBox(bytes, box);
  for (const box of boxes) {
    if (box.type === 'mdat') blankAround(bytes, box, spans);
    else if (box.type !== 'ftyp' && box !== meta) blankBox(bytes, box);
  }
  if (data) blankAround(bytes, data, spans);
  // The name of the writer: after version, handler type and reserved bytes.
  bytes.fill(0, Math.min(handler.body + 24, handler.end), handler.end);
  return true;
}

function blankBox(bytes: Uint8Array, box: Box): void {
  bytes.set(bytesOfLetters('free'), box.start + 4);
  bytes.fill(0, box.body, box.end);
}

/** Overwrites the bytes of a box's body outside of the spans. */
function blankAround(bytes: Uint8Array, box: Box, spans: readonly Span[]): void {
  let at = box.body;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= box.body || start >= box.end) continue;
    if (start > at) bytes.fill(0, at, start);
    at = Math.max(at, end);
  }
  if (at < box.end) bytes.fill(0, at, box.end);
}

/** A range of bytes; the end is exclusive. */
interface Span {
  start: number;
  end: number;
}

/** Item types that are pictures, or derived from pictures. */
const PICTURES = new Set(['av01', 'grid', 'iovl', 'iden', 'tmap']);

/**
 * Clears the names of all items of a box `iinf`, and the types of items that are not pictures, so that readers skip them.
 * @returns the ids of the pictures, or `undefined` for an unsupported structure
 */
function keepPictures(bytes: Uint8Array, box: Box): Set<number> | undefined {
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
function locateItems(
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
