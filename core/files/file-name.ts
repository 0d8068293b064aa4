import { foldToAscii } from '../content-types/slugs.ts';
import type { Media } from '../media/media.ts';
import { extensionOf, TAKEN_EXTENSIONS } from '../media/media-file.ts';
import { FILE_LIMITS, type Upload } from './site-file.ts';

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

/** Further usual ends of names. */
const SAME_END: { [extension: string]: string } = {
  ...{ jpeg: 'jpg', jpe: 'jpg', jfif: 'jpg', m4v: 'mp4', oga: 'ogg', opus: 'ogg' },
};

const END = /\.([^.]{1,20})$/;

/**
 * A clean name that ends as files of this type do: a PDF that is called `photo.jpg` becomes `photo.pdf`, and one that is called
 * `run.exe` `run.exe.pdf`.
 */
export function fileNameOf(name: string, contentType: Media['contentType']): string {
  const extension = extensionOf(contentType);
  const clean = cleanFileName(name, extension);
  const end = END.exec(clean)?.[1]?.toLowerCase() ?? '';
  const known = SAME_END[end] ?? end;
  if (known === extension) return clean;
  const stem = (TAKEN_EXTENSIONS as string[]).includes(known) ? clean.slice(0, -end.length - 1) : clean;
  return cleanFileName(`${stem}.${extension}`, extension);
}

/** Characters of a name in an address. Source: Meki's own. */
const ADDRESS_LENGTH = 80;

/** Digits of the id of bytes in an address. Source: Meki's own; a file has some 20 bytes at most. */
const VERSION_DIGITS = 12;

/** What an address says of bytes. */
type Addressed = Pick<Upload, 'media' | 'name' | 'contentType'>;

/** The last part of the address of a file: `Lista de precios – niños.pdf` is `lista-de-precios-ninos.pdf`. */
function nameInAddress({ name, contentType }: Addressed): string {
  const extension = extensionOf(contentType as Media['contentType']);
  const stem = foldToAscii(name.replace(END, '')).slice(0, ADDRESS_LENGTH).replace(/-$/, '');
  return `${stem || 'file'}.${extension}`;
}

/**
 * The readable address of a file, which leads to the bytes that it has at any time.
 * @param language whose own bytes it leads to, where it has some
 */
export function fileAddress(id: string, upload: Addressed, language?: string): string {
  return `/files/${id}/${nameInAddress(upload)}${language === undefined ? '' : `?language=${language}`}`;
}

/** The address of these bytes, which never change. */
export function versionedAddress(id: string, upload: Addressed): string {
  return `${fileAddress(id, upload)}?v=${upload.media.slice(0, VERSION_DIGITS)}`;
}

/** Whether `?v=` names these bytes. */
export function isVersion(version: string, { media }: Pick<Upload, 'media'>): boolean {
  return version.length === VERSION_DIGITS && media.startsWith(version);
}
