import { readOrientation, writeOrientation } from './exif-orientation.ts';
import { bytesOfLetters, joinBytes, lettersAt, viewOf } from './join-bytes.ts';

const START = bytesOfLetters('\xff\xd8');
const END = bytesOfLetters('\xff\xd9');

/**
 * Removes metadata from a JPEG file: keeps only tables, frames and scans, the colour profile, the colour coding (Adobe), and
 * the orientation. Comments, EXIF, XMP, IPTC, thumbnails and trailing bytes are removed. Pixels are unchanged. Source: ITU-T
 * T.81, annex B. @returns `undefined` if it is not a valid JPEG
 */
export function stripJpeg(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (lettersAt(bytes, 0, 2) !== '\xff\xd8') return undefined;
  const view = viewOf(bytes);
  let header: Uint8Array | undefined;
  let orientation = 1;
  const parts: Uint8Array[] = [];
  for (let at = 2; at < bytes.byteLength; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xd9) break;
    // Fill bytes, and markers without a segment.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else {
      if (at + 4 > bytes.byteLength) return undefined;
      const length = view.getUint16(at + 2);
      const end = at + 2 + length;
      if (length < 2 || end > bytes.byteLength) return undefined;
      const data = bytes.subarray(at + 4, end);
      if (marker === 0xe0) header ??= plainHeader(data);
      else if (marker === 0xe1 && orientation === 1 && lettersAt(data, 0, 6) === 'Exif\0\0') {
        orientation = readOrientation(data);
      } else if (isKept(marker, data)) parts.push(bytes.subarray(at, end));
      at = end;
      if (marker === 0xda) {
        at = endOfScan(bytes, end);
        parts.push(bytes.subarray(end, at));
      }
    }
  }
  const turned = orientation === 1 ? [] : [segment(0xe1, joinBytes([EXIF, writeOrientation(orientation)]))];
  return joinBytes([START, ...(header ? [header] : []), ...turned, ...parts, END]);
}

const EXIF = bytesOfLetters('Exif\0\0');

function isKept(marker: number, data: Uint8Array): boolean {
  if (marker === 0xe2) return lettersAt(data, 0, 12) === 'ICC_PROFILE\0';
  if (marker === 0xee) return lettersAt(data, 0, 5) === 'Adobe' && data.byteLength === 12;
  // Frames, tables and scans; 0xc8 and everything above 0xdf are for extensions.
  return (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || (marker >= 0xda && marker <= 0xdf);
}

/** A JFIF header without its thumbnail. */
function plainHeader(data: Uint8Array): Uint8Array | undefined {
  if (lettersAt(data, 0, 5) !== 'JFIF\0' || data.byteLength < 14) return undefined;
  return segment(0xe0, joinBytes([data.subarray(0, 12), new Uint8Array(2)]));
}

function segment(marker: number, data: Uint8Array): Uint8Array {
  const length = data.byteLength + 2;
  return joinBytes([Uint8Array.of(0xff, marker, length >> 8, length & 0xff), data]);
}

/** The end of the entropy-coded data that begins at `start`: the next marker that is neither an escaped byte nor a restart. */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.byteLength;
}
