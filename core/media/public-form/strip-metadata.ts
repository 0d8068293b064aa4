import type { PictureFile } from '../media.ts';
import { sniffContentType } from '../media-file.ts';
import { bytesOfLetters, joinBytes, lettersAt, viewOf } from './read-bytes.ts';
import { stripAvif } from './strip-avif.ts';
import { stripSvg } from './strip-svg.ts';

type Strip = (bytes: Uint8Array) => Uint8Array<ArrayBuffer> | undefined;

const STRIPS: { [type in PictureFile['contentType']]: Strip } = {
  'image/svg+xml': (bytes) => stripSvg(bytes, stripEmbedded),
  'image/png': stripPng,
  'image/jpeg': stripJpeg,
  'image/webp': stripWebp,
  'image/avif': stripAvif,
  'image/gif': stripGif,
};

/**
 * Removes metadata from a picture for the public: where, when, with what and by whom it was made. Only known parts of the
 * picture stay (an allow list). Pixels, orientation, animation and colour profile are unchanged.
 * @returns `undefined` if the file is not valid for its type
 */
export function stripMetadata(
  bytes: Uint8Array,
  contentType: PictureFile['contentType'],
): Uint8Array<ArrayBuffer> | undefined {
  return STRIPS[contentType](bytes);
}

/** The type of an embedded picture is detected from its bytes, not from its address. */
function stripEmbedded(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const type = sniffContentType(bytes);
  return type === undefined || type === 'image/svg+xml' ? undefined : STRIPS[type](bytes);
}

const JPEG_START = bytesOfLetters('\xff\xd8');
const JPEG_END = bytesOfLetters('\xff\xd9');

/**
 * Removes metadata from a JPEG file: keeps only tables, frames and scans, the colour profile, the colour coding (Adobe), and
 * the orientation. Comments, EXIF, XMP, IPTC, thumbnails and trailing bytes are removed. Pixels are unchanged. Source: ITU-T
 * T.81, annex B. @returns `undefined` if it is not a valid JPEG
 */
function stripJpeg(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
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
      if (marker === 0xe0) header ??= plainJpegHeader(data);
      else if (marker === 0xe1 && orientation === 1 && lettersAt(data, 0, 6) === 'Exif\0\0') {
        orientation = readOrientation(data);
      } else if (isKeptInJpeg(marker, data)) parts.push(bytes.subarray(at, end));
      at = end;
      if (marker === 0xda) {
        at = endOfScan(bytes, end);
        parts.push(bytes.subarray(end, at));
      }
    }
  }
  const turned = orientation === 1 ? [] : [jpegSegment(0xe1, joinBytes([EXIF, writeOrientation(orientation)]))];
  return joinBytes([JPEG_START, ...(header ? [header] : []), ...turned, ...parts, JPEG_END]);
}

const EXIF = bytesOfLetters('Exif\0\0');

function isKeptInJpeg(marker: number, data: Uint8Array): boolean {
  if (marker === 0xe2) return lettersAt(data, 0, 12) === 'ICC_PROFILE\0';
  if (marker === 0xee) return lettersAt(data, 0, 5) === 'Adobe' && data.byteLength === 12;
  // Frames, tables and scans; 0xc8 and everything above 0xdf are for extensions.
  return (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || (marker >= 0xda && marker <= 0xdf);
}

/** A JFIF header without its thumbnail. */
function plainJpegHeader(data: Uint8Array): Uint8Array | undefined {
  if (lettersAt(data, 0, 5) !== 'JFIF\0' || data.byteLength < 14) return undefined;
  return jpegSegment(0xe0, joinBytes([data.subarray(0, 12), new Uint8Array(2)]));
}

function jpegSegment(marker: number, data: Uint8Array): Uint8Array {
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

const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n';

/** Chunks that affect how a picture looks, including animations. All others are metadata. */
const PNG_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA sRGB sBIT bKGD pHYs cICP mDCV cLLI acTL fcTL fdAT'.split(' '),
);

/**
 * Removes metadata from a PNG file: texts, times, EXIF except for the orientation, and trailing bytes. Pixels are unchanged.
 * Source: PNG (third edition), 5 and 11. @returns `undefined` if it is not a valid PNG
 */
function stripPng(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (lettersAt(bytes, 0, 8) !== PNG_SIGNATURE) return undefined;
  const view = viewOf(bytes);
  const parts: Uint8Array[] = [bytes.subarray(0, 8)];
  let orientation = 1;
  let pixelsAt = -1;
  for (let at = 8; at + 12 <= bytes.byteLength; ) {
    const length = view.getUint32(at);
    const type = lettersAt(bytes, at + 4, 4);
    const end = at + 12 + length;
    if (end > bytes.byteLength) return undefined;
    const data = bytes.subarray(at + 8, end - 4);
    if (type === 'eXIf') orientation = readOrientation(data);
    if (type === 'IDAT' && pixelsAt < 0) pixelsAt = parts.length;
    if (type === 'iCCP') parts.push(namelessProfile(data));
    else if (PNG_CHUNKS.has(type)) parts.push(bytes.subarray(at, end));
    if (type === 'IEND') {
      if (pixelsAt < 0) return undefined;
      if (orientation !== 1) parts.splice(pixelsAt, 0, pngChunk('eXIf', writeOrientation(orientation)));
      return joinBytes(parts);
    }
    at = end;
  }
  return undefined;
}

/** A colour profile with an empty name. */
function namelessProfile(data: Uint8Array): Uint8Array {
  const nameEnd = data.indexOf(0);
  return pngChunk('iCCP', joinBytes([bytesOfLetters('ICC'), data.subarray(Math.max(0, nameEnd))]));
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = joinBytes([new Uint8Array(4), bytesOfLetters(type), data, new Uint8Array(4)]);
  const view = viewOf(bytes);
  view.setUint32(0, data.byteLength);
  view.setUint32(bytes.byteLength - 4, checksum(bytes.subarray(4, -4)));
  return bytes;
}

/** CRC-32. Source: PNG (third edition), annex D. */
function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

const WEBP_CHUNKS = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const WEBP_FRAME_CHUNKS = new Set(['ALPH', 'VP8 ', 'VP8L']);

/** Flags of the header `VP8X`. */
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;

/** Bytes of a frame before its chunks. */
const FRAME_HEADER = 16;

/**
 * Removes metadata from a WebP file: EXIF except for the orientation, XMP and unknown chunks; pixels, animation and colour
 * profile stay. Source: RFC 9649, 2. @returns `undefined` if it is not a valid WebP
 */
function stripWebp(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (lettersAt(bytes, 0, 4) !== 'RIFF' || lettersAt(bytes, 8, 4) !== 'WEBP') return undefined;
  const end = Math.min(bytes.byteLength, 8 + viewOf(bytes).getUint32(4, true));
  const chunks = readWebpChunks(bytes.subarray(0, end), 12);
  if (!chunks) return undefined;
  const exif = chunks.find(({ type }) => type === 'EXIF');
  const orientation = exif ? readOrientation(exif.data) : 1;
  const parts: Uint8Array[] = [];
  for (const { type, data } of chunks) {
    if (!WEBP_CHUNKS.has(type)) continue;
    const kept = type === 'VP8X' ? webpHeader(data, orientation !== 1) : type === 'ANMF' ? webpFrame(data) : data;
    if (!kept) return undefined;
    parts.push(webpChunk(type, kept));
  }
  if (orientation !== 1) parts.push(webpChunk('EXIF', writeOrientation(orientation)));
  const body = joinBytes(parts);
  const start = bytesOfLetters('RIFF\0\0\0\0WEBP');
  viewOf(start).setUint32(4, body.byteLength + 4, true);
  return joinBytes([start, body]);
}

function webpHeader(data: Uint8Array, isTurned: boolean): Uint8Array {
  const copy = data.slice();
  copy[0] = ((copy[0] ?? 0) & ~(HAS_EXIF | HAS_XMP)) | (isTurned ? HAS_EXIF : 0);
  return copy;
}

function webpFrame(data: Uint8Array): Uint8Array | undefined {
  const chunks = readWebpChunks(data, FRAME_HEADER);
  if (!chunks) return undefined;
  const kept = chunks.filter(({ type }) => WEBP_FRAME_CHUNKS.has(type));
  return joinBytes([data.subarray(0, FRAME_HEADER), ...kept.map(({ type, data: pixels }) => webpChunk(type, pixels))]);
}

function readWebpChunks(bytes: Uint8Array, start: number): { type: string; data: Uint8Array }[] | undefined {
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

function webpChunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + data.byteLength + (data.byteLength % 2));
  bytes.set(bytesOfLetters(type));
  viewOf(bytes).setUint32(4, data.byteLength, true);
  bytes.set(data, 8);
  return bytes;
}

const GIF_END = bytesOfLetters(';');

/** Application extensions with the loop count of an animation. */
const GIF_LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

/**
 * Removes metadata from a GIF file: comments, texts, application data and trailing bytes; frames, their timing and the loop
 * count stay. Source: GIF89a. @returns `undefined` if it is not a valid GIF
 */
function stripGif(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (!/^GIF8[79]a$/.test(lettersAt(bytes, 0, 6)) || bytes.byteLength < 13) return undefined;
  let at = 13 + tableBytes(bytes[10] ?? 0);
  const parts: Uint8Array[] = [bytes.subarray(0, at)];
  let frames = 0;
  while (at < bytes.byteLength) {
    const kind = bytes[at];
    if (kind === 0x3b) break;
    if (kind === 0x2c) {
      const end = endOfBlocks(bytes, at + 11 + tableBytes(bytes[at + 9] ?? 0));
      if (end === undefined) return undefined;
      parts.push(bytes.subarray(at, end));
      frames++;
      at = end;
    } else if (kind === 0x21) {
      const end = endOfBlocks(bytes, at + 2);
      if (end === undefined) return undefined;
      parts.push(...keptGifExtension(bytes.subarray(at, end)));
      at = end;
    } else {
      return undefined;
    }
  }
  return frames === 0 ? undefined : joinBytes([...parts, GIF_END]);
}

function keptGifExtension(extension: Uint8Array): Uint8Array[] {
  // Graphic control extension: delay and transparent colour of a frame.
  if (extension[1] === 0xf9) return extension.byteLength === 8 ? [extension] : [];
  if (extension[1] !== 0xff || !GIF_LOOPS.has(lettersAt(extension, 3, 11))) return [];
  const [length, kind, low = 0, high = 0] = extension.subarray(14);
  if (length !== 3 || kind !== 1) return [];
  return [joinBytes([bytesOfLetters('!\xff\x0bNETSCAPE2.0\x03\x01'), Uint8Array.of(low, high, 0)])];
}

/** Size of a colour table in bytes, from its flags. */
export function tableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** The end of a sequence of data sub-blocks: each starts with its length, and a length of zero ends the sequence. */
export function endOfBlocks(bytes: Uint8Array, start: number): number | undefined {
  for (let at = start; at < bytes.byteLength; at += (bytes[at] ?? 0) + 1) if (bytes[at] === 0) return at + 1;
  return undefined;
}

/** The EXIF orientation: 1 is upright, 2 to 8 are rotated or mirrored. Source: EXIF 2.32. */
const ORIENTATION_TAG = 0x0112;
const SHORT = 3;

/** The orientation in EXIF data, with or without the prefix "Exif"; default 1. */
export function readOrientation(data: Uint8Array): number {
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
export function writeOrientation(orientation: number): Uint8Array<ArrayBuffer> {
  return bytesOfLetters(
    `MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(orientation)}\0\0\0\0\0\0`,
  );
}
