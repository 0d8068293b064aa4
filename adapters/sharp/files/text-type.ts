import type { OtherContentType } from '#core/media/file-types.ts';

/** By the end of the name. */
const TEXTS: { [extension: string]: OtherContentType } = {
  txt: 'text/plain',
  csv: 'text/csv',
  ics: 'text/calendar',
  vcf: 'text/vcard',
  vtt: 'text/vtt',
};

/** What their first line says, in those that have one. */
const FIRST_LINES: { [type in OtherContentType]?: RegExp } = {
  'text/calendar': /^BEGIN:VCALENDAR\s/i,
  'text/vcard': /^BEGIN:VCARD\s/i,
  'text/vtt': /^WEBVTT(?:\s|$)/,
};

const typeByName = (name: string) => TEXTS[/\.([a-z]{3})$/i.exec(name)?.[1]?.toLowerCase() ?? ''];

/** Whether the end of a name is that of a text. */
export const isTextName = (name: string) => typeByName(name) !== undefined;

/**
 * The type of a text by the end of its name, if its bytes are text and say nothing else.
 * @returns `undefined` if they are not, and for any other name
 */
export function textType(bytes: Uint8Array, name: string): OtherContentType | undefined {
  const type = typeByName(name);
  if (type === undefined) return undefined;
  const text = decodeText(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: texts have no others than these
  if (text === undefined || /[\u0000-\u0008\u000b\u000e-\u001f]/.test(text)) return undefined;
  return FIRST_LINES[type]?.test(text) === false ? undefined : type;
}

/** Whether bytes begin with the byte order mark of UTF-16. */
export function hasUtf16Mark([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** UTF-8, UTF-16 with a mark, or else one byte a character. */
function decodeText(bytes: Uint8Array): string | undefined {
  const isUtf16 = hasUtf16Mark(bytes);
  try {
    const encoding = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return isUtf16 ? undefined : new TextDecoder('windows-1252').decode(bytes);
  }
}
