import { readOrientation, writeOrientation } from './exif-orientation.ts';
import { bytesOfLetters, joinBytes, lettersAt, viewOf } from './join-bytes.ts';

const KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const KEPT_IN_FRAMES = new Set(['ALPH', 'VP8 ', 'VP8L']);

/** Flags of the header `VP8X`. */
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;

/** Bytes of a frame before its chunks. */
const FRAME_HEADER = 16;

/**
 * Removes metadata from a WebP file: EXIF except for the orientation, XMP and unknown chunks; pixels, animation and colour
 * profile stay. Source: RFC 9649, 2. @returns `undefined` if it is not a valid WebP
 */
export function stripWebp(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (lettersAt(bytes, 0, 4) !== 'RIFF' || lettersAt(bytes, 8, 4) !== 'WEBP') return undefined;
  const end = Math.min(bytes.byteLength, 8 + viewOf(bytes).getUint32(4, true));
  const chunks = readChunks(bytes.subarray(0, end), 12);
  if (!chunks) return undefined;
  const exif = chunks.find(({ type }) => type === 'EXIF');
  const orientation = exif ? readOrientation(exif.data) : 1;
  const parts: Uint8Array[] = [];
  for (const { type, data } of chunks) {
    if (!KEPT.has(type)) continue;
    const kept = type === 'VP8X' ? header(data, orientation !== 1) : type === 'ANMF' ? frame(data) : data;
    if (!kept) return undefined;
    parts.push(chunk(type, kept));
  }
  if (orientation !== 1) parts.push(chunk('EXIF', writeOrientation(orientation)));
  const body = joinBytes(parts);
  const start = bytesOfLetters('RIFF\0\0\0\0WEBP');
  viewOf(start).setUint32(4, body.byteLength + 4, true);
  return joinBytes([start, body]);
}

function header(data: Uint8Array, isTurned: boolean): Uint8Array {
  const copy = data.slice();
  copy[0] = ((copy[0] ?? 0) & ~(HAS_EXIF | HAS_XMP)) | (isTurned ? HAS_EXIF : 0);
  return copy;
}

function frame(data: Uint8Array): Uint8Array | undefined {
  const chunks = readChunks(data, FRAME_HEADER);
  if (!chunks) return undefined;
  const kept = chunks.filter(({ type }) => KEPT_IN_FRAMES.has(type));
  return joinBytes([data.subarray(0, FRAME_HEADER), ...kept.map(({ type, data: pixels }) => chunk(type, pixels))]);
}

function readChunks(bytes: Uint8Array, start: number): { type: string; data: Uint8Array }[] | undefined {
  const view = viewOf(bytes);
  const chunks: { type: string; data: Uint8Array }[] = [];
  for (let at = start; at + 8 <= bytes.byteLength; ) {
    const length = view.getUint32(at + 4, true);
    if (at + 8 + length > bytes.byteLength) return undefined;
    chunks.push({ type: lettersAt(bytes, at, 4), data: bytes.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + data.byteLength + (data.byteLength % 2));
  bytes.set(bytesOfLetters(type));
  viewOf(bytes).setUint32(4, data.byteLength, true);
  bytes.set(data, 8);
  return bytes;
}
