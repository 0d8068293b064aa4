import { lettersAt, viewOf } from './read-bytes.ts';
import { endOfBlocks, tableBytes } from './strip-metadata.ts';

/** What a file says of itself, which browsers believe before they decode anything. */
export interface DeclaredSize {
  /** Pixels, of the canvas and of every frame. */
  width: number;
  height: number;
  frames: number;
}

/**
 * The size that a GIF or a PNG declares. Decoders of still pictures look at the first frame only; browsers make room for the
 * canvas, and draw all frames. Source: GIF89a, 18 and 20; PNG (third edition), 11.2.1 and 11.3.6.
 * @returns `undefined` for other types
 */
export function declaredSize(bytes: Uint8Array): DeclaredSize | undefined {
  if (lettersAt(bytes, 0, 3) === 'GIF' && bytes.byteLength >= 13) return sizeOfGif(bytes);
  if (lettersAt(bytes, 0, 4) === '\x89PNG' && bytes.byteLength >= 33) return sizeOfPng(bytes);
  return undefined;
}

/** The flag of an animation in the header of a WebP file. Source: RFC 9649, 2.7. */
const WEBP_ANIMATION = 0x02;

/** Whether browsers show several frames of a GIF, a PNG or a WebP picture. */
export function isAnimated(bytes: Uint8Array): boolean {
  if (lettersAt(bytes, 8, 8) === 'WEBPVP8X') return ((bytes[20] ?? 0) & WEBP_ANIMATION) !== 0;
  return (declaredSize(bytes)?.frames ?? 1) > 1;
}

function sizeOfGif(bytes: Uint8Array): DeclaredSize {
  const view = viewOf(bytes);
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true), frames: 0 };
  for (let at = 13 + tableBytes(bytes[10] ?? 0); at + 10 <= bytes.byteLength; ) {
    const isFrame = bytes[at] === 0x2c;
    if (!isFrame && bytes[at] !== 0x21) break;
    if (isFrame) {
      size.width = Math.max(size.width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true));
      size.height = Math.max(size.height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true));
      size.frames++;
    }
    const end = endOfBlocks(bytes, isFrame ? at + 11 + tableBytes(bytes[at + 9] ?? 0) : at + 2);
    if (end === undefined) break;
    at = end;
  }
  return size;
}

function sizeOfPng(bytes: Uint8Array): DeclaredSize {
  const view = viewOf(bytes);
  const size = { width: view.getUint32(16), height: view.getUint32(20), frames: 1 };
  let controls = 0;
  for (let at = 33; at + 12 <= bytes.byteLength; at += 12 + view.getUint32(at)) {
    const type = lettersAt(bytes, at + 4, 4);
    if (type === 'acTL') size.frames = Math.max(size.frames, view.getUint32(at + 8));
    // Some browsers count the frames themselves.
    if (type === 'fcTL') controls++;
  }
  size.frames = Math.max(size.frames, controls);
  return size;
}
