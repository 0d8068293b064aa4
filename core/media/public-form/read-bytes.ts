/** Concatenates byte arrays. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}

/** Decodes a range of bytes as Latin-1. */
export function lettersAt(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}

/** Encodes a text as Latin-1. */
export function bytesOfLetters(letters: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A box of an ISO base media file (ISO/IEC 14496-12): a type, and a body from `body` to `end`. */
export interface Box {
  type: string;
  start: number;
  body: number;
  end: number;
}

/** The boxes from `start` to `end`, or `undefined` if malformed. */
export function readBoxes(bytes: Uint8Array, start: number, end: number): Box[] | undefined {
  const view = viewOf(bytes);
  const boxes: Box[] = [];
  for (let at = start; at < end; ) {
    if (at + 8 > end) return undefined;
    const short = view.getUint32(at);
    const isLong = short === 1;
    if (isLong && at + 16 > end) return undefined;
    const size = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? end - at : short;
    const body = at + (isLong ? 16 : 8);
    if (body > at + size || at + size > end) return undefined;
    boxes.push({ type: lettersAt(bytes, at + 4, 4), start: at, body, end: at + size });
    at += size;
  }
  return boxes;
}

/** Reads consecutive numbers. @throws RangeError beyond the end */
export function createNumberReader(bytes: Uint8Array, start: number, end: number) {
  const view = viewOf(bytes);
  let at = start;
  return {
    at: () => at,
    /** An unsigned big-endian integer of 0, 1, 2, 4 or 8 bytes. */
    next(size: number): number {
      const from = at;
      at += size;
      if (at > end) throw new RangeError('A box ends too early');
      if (size === 0) return 0;
      if (size === 1) return view.getUint8(from);
      if (size === 2) return view.getUint16(from);
      if (size === 4) return view.getUint32(from);
      if (size === 8) return Number(view.getBigUint64(from));
      throw new RangeError(`There are no numbers of ${size} bytes`);
    },
  };
}
