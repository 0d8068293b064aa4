import { bytesOfLetters, joinBytes, lettersAt } from './join-bytes.ts';

const END = bytesOfLetters(';');

/** Extensions that say how often an animation is shown. */
const LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

/**
 * A GIF file without metadata: comments, texts, the data of applications and whatever follows the picture go; frames,
 * their times and the number of loops stay. Source: GIF89a. @returns `undefined` for a file that is not built as a GIF
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
  // How a frame is shown: its time, its transparent colour.
  if (extension[1] === 0xf9) return extension.byteLength === 8 ? [extension] : [];
  if (extension[1] !== 0xff || !LOOPS.has(lettersAt(extension, 3, 11))) return [];
  const [length, kind, low = 0, high = 0] = extension.subarray(14);
  if (length !== 3 || kind !== 1) return [];
  return [joinBytes([bytesOfLetters('!\xff\x0bNETSCAPE2.0\x03\x01'), Uint8Array.of(low, high, 0)])];
}

/** Bytes of a colour table, by the flags that announce it. */
function tableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Where blocks of data end: each begins with its length, and one of length zero is the last. */
function endOfBlocks(bytes: Uint8Array, start: number): number | undefined {
  for (let at = start; at < bytes.byteLength; at += (bytes[at] ?? 0) + 1) if (bytes[at] === 0) return at + 1;
  return undefined;
}
