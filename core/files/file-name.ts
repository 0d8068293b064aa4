import { FILE_LIMITS } from './site-file.ts';

/** Control characters, and those that change the direction of what follows, which hide the real end of a name. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Names that Windows reserves for devices, with any extension. Source: Microsoft, Naming Files, Paths, and Namespaces. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * A name that every system can store and that shows what it is: without folders, unseen characters and those that systems reserve.
 * A long one keeps its extension. @param extension of the file if nothing is left of its name
 */
export function cleanFileName(name: string, extension: string): string {
  const last = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const seen = last
    .replace(UNSEEN, '')
    .replace(/[<>:"|?*]/g, '-')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .replace(DEVICES, '_$&');
  if (seen === '') return `file.${extension}`;
  if (seen.length <= FILE_LIMITS.name) return seen;
  const [ending = ''] = /\.[^.]{1,20}$/.exec(seen) ?? [];
  return (
    seen
      .slice(0, FILE_LIMITS.name - ending.length)
      .toWellFormed()
      .replace(/\uFFFD$/, '') + ending
  );
}
