import { bytesOfLetters, joinBytes, lettersAt } from './join-bytes.ts';

const END = bytesOfLetters(';');

/** Application extensions with the loop count of an animation. */
const LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

/**
 * Removes metadata from a GIF file: comments, texts, application data and trailing bytes; frames, their timing and the loop
 * count stay. Source: GIF89a. @returns `undefined` if it is not a valid GIF
 */
export function stripGif(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
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
      parts.push(...keptExtension(bytes.subarray(at, end)));
      at = end;
    } else {
      return undefined;
    }
  }
  return frames === 0 ? undefined : joinBytes([...parts, END]);
}

function keptExtension(extension: Uint8Array): Uint8Array[] {
  // Graphic control extension: delay and transparent colour of a frame.
  if (extension[1] === 0xf9) return extension.byteLength === 8 ? [extension] : [];
  if (extension[1] !== 0xff || !LOOPS.has(lettersAt(extension, 3, 11))) return [];
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
