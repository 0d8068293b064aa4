import { decodeUtf8 } from './decode-utf8.ts';
import type { FormEntry, FormParsing } from './form-entry.ts';

/** Parses `application/x-www-form-urlencoded`. Names and values with invalid encodings become `undefined`. */
export function parseUrlEncoded(bytes: Uint8Array<ArrayBuffer>, mostFields: number): FormParsing {
  const text = decodeUtf8(bytes);
  if (text === undefined) return [[undefined, undefined]];
  if (countOf(text, '&') >= mostFields) return 'too-many';
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): FormEntry => {
      const end = pair.indexOf('=');
      return end < 0 ? [decode(pair), ''] : [decode(pair.slice(0, end)), decode(pair.slice(end + 1))];
    });
}

function countOf(text: string, letter: string): number {
  let count = 0;
  for (let at = text.indexOf(letter); at >= 0; at = text.indexOf(letter, at + 1)) count++;
  return count;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
