import type { PictureFile } from './media.ts';

const SIGNATURES: { type: Exclude<PictureFile['contentType'], 'image/svg+xml'>; at: number; bytes: string }[] = [
  { type: 'image/png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', at: 0, bytes: '\xff\xd8\xff' },
  { type: 'image/gif', at: 0, bytes: 'GIF87a' },
  { type: 'image/gif', at: 0, bytes: 'GIF89a' },
  { type: 'image/webp', at: 8, bytes: 'WEBPVP8' },
  { type: 'image/avif', at: 4, bytes: 'ftypavif' },
  { type: 'image/avif', at: 4, bytes: 'ftypavis' },
];

/** How many of the first bytes of a file tell its type. */
export const SNIFFED_BYTES = 4_096;

/** The content type of a file by its first bytes, whatever its name; `undefined` if it is not supported. */
export function sniffContentType(bytes: Uint8Array): PictureFile['contentType'] | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 32));
  const found = SIGNATURES.find(({ at, bytes: signature }) => start.startsWith(signature, at));
  if (found) return found.type;
  return isDrawing(new TextDecoder('utf-8').decode(bytes.subarray(0, SNIFFED_BYTES))) ? 'image/svg+xml' : undefined;
}

/** Whether a text starts like an SVG, after the XML declaration and comments. */
function isDrawing(text: string): boolean {
  let rest = text.replace(/^\uFEFF?\s*(?:<\?xml[^>]*\?>)?/, '').trimStart();
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4);
    if (end < 0) return false;
    rest = rest.slice(end + 3).trimStart();
  }
  return /^<svg[\s>]/.test(rest);
}
