import { keepPictures, locateItems, type Span } from './avif-items.ts';
import { type Box, readBoxes } from './iso-boxes.ts';
import { bytesOfLetters } from './join-bytes.ts';

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
    if (box.type === 'mdat') blankBeside(bytes, box, spans);
    else if (box.type !== 'ftyp' && box !== meta) blankBox(bytes, box);
  }
  if (data) blankBeside(bytes, data, spans);
  // The name of the writer: after version, handler type and reserved bytes.
  bytes.fill(0, Math.min(handler.body + 24, handler.end), handler.end);
  return true;
}

function blankBox(bytes: Uint8Array, box: Box): void {
  bytes.set(bytesOfLetters('free'), box.start + 4);
  bytes.fill(0, box.body, box.end);
}

/** Overwrites the bytes of a box's body outside of the spans. */
function blankBeside(bytes: Uint8Array, box: Box, spans: readonly Span[]): void {
  let at = box.body;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= box.body || start >= box.end) continue;
    if (start > at) bytes.fill(0, at, start);
    at = Math.max(at, end);
  }
  if (at < box.end) bytes.fill(0, at, box.end);
}
