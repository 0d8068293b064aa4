import { bytesOfLetters, lettersAt, viewOf } from './join-bytes.ts';

/** The EXIF orientation: 1 is upright, 2 to 8 are rotated or mirrored. Source: EXIF 2.32, tag 0x0112. */
export type Orientation = number;

const ORIENTATION_TAG = 0x0112;
const SHORT = 3;

/** The orientation in EXIF data, with or without the prefix "Exif"; default 1. */
export function readOrientation(data: Uint8Array): Orientation {
  const tiff = lettersAt(data, 0, 6) === 'Exif\0\0' ? data.subarray(6) : data;
  const order = lettersAt(tiff, 0, 4);
  if (tiff.byteLength < 14 || (order !== 'II*\0' && order !== 'MM\0*')) return 1;
  const little = order.startsWith('I');
  const view = viewOf(tiff);
  const directory = view.getUint32(4, little);
  if (directory + 2 > tiff.byteLength) return 1;
  const entries = view.getUint16(directory, little);
  for (let entry = 0, at = directory + 2; entry < entries && at + 12 <= tiff.byteLength; entry++, at += 12) {
    if (view.getUint16(at, little) !== ORIENTATION_TAG || view.getUint16(at + 2, little) !== SHORT) continue;
    const orientation = view.getUint16(at + 8, little);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
  }
  return 1;
}

/** EXIF data (a TIFF header and one directory) with only the orientation. */
export function writeOrientation(orientation: Orientation): Uint8Array<ArrayBuffer> {
  return bytesOfLetters(
    `MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(orientation)}\0\0\0\0\0\0`,
  );
}
