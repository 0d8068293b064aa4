/** What a file is to its readers. */
export const FILE_KINDS = ['picture', 'document', 'sound', 'video', 'captions'] as const;

export type FileKind = (typeof FILE_KINDS)[number];

interface FileType {
  kind: FileKind;
  /** Without a dot. */
  extension: string;
  /** Whether a browser may open it in a tab; anything else is saved. */
  opens: boolean;
}

/** The content types of files that are not pictures, as detected. Nothing that a device or a browser executes. */
export const OTHER_FILE_TYPES = {
  'application/pdf': { kind: 'document', extension: 'pdf', opens: true },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    kind: 'document',
    extension: 'docx',
    opens: false,
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    kind: 'document',
    extension: 'xlsx',
    opens: false,
  },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': {
    kind: 'document',
    extension: 'pptx',
    opens: false,
  },
  'application/vnd.oasis.opendocument.text': { kind: 'document', extension: 'odt', opens: false },
  'application/vnd.oasis.opendocument.spreadsheet': { kind: 'document', extension: 'ods', opens: false },
  'application/rtf': { kind: 'document', extension: 'rtf', opens: false },
  'application/epub+zip': { kind: 'document', extension: 'epub', opens: false },
  'application/zip': { kind: 'document', extension: 'zip', opens: false },
  'text/plain': { kind: 'document', extension: 'txt', opens: false },
  'text/csv': { kind: 'document', extension: 'csv', opens: false },
  'text/calendar': { kind: 'document', extension: 'ics', opens: false },
  'text/vcard': { kind: 'document', extension: 'vcf', opens: false },
  'audio/mpeg': { kind: 'sound', extension: 'mp3', opens: true },
  'audio/mp4': { kind: 'sound', extension: 'm4a', opens: true },
  'audio/ogg': { kind: 'sound', extension: 'ogg', opens: true },
  'video/mp4': { kind: 'video', extension: 'mp4', opens: true },
  'video/webm': { kind: 'video', extension: 'webm', opens: true },
  'text/vtt': { kind: 'captions', extension: 'vtt', opens: false },
} as const satisfies { [contentType: string]: FileType };

export type OtherContentType = keyof typeof OTHER_FILE_TYPES;

export function isOtherContentType(type: string): type is OtherContentType {
  return Object.hasOwn(OTHER_FILE_TYPES, type);
}

/** The content types of pictures, as detected, with the usual ends of their names. */
export const PICTURE_EXTENSIONS = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
} as const;

export type PictureContentType = keyof typeof PICTURE_EXTENSIONS;

/** What the names of a media file are made of. */
interface Named {
  id: string;
  contentType: PictureContentType | OtherContentType;
}

/** The ends of the names of the files that a site takes: pictures first. */
export const TAKEN_EXTENSIONS = [
  ...Object.values(PICTURE_EXTENSIONS),
  ...Object.values(OTHER_FILE_TYPES).map(({ extension }) => extension),
];

/**
 * The files of some kinds for the file dialog of browsers, which know some of the types by their ends alone; a phone offers its
 * camera for pictures, too. @param kinds default: all
 */
export function acceptedFiles(kinds: readonly FileKind[] = FILE_KINDS): string {
  const others = Object.values(OTHER_FILE_TYPES).filter(({ kind }) => kinds.includes(kind));
  return [
    ...(kinds.includes('picture') ? Object.keys(PICTURE_EXTENSIONS) : []),
    ...others.map(({ extension }) => `.${extension}`),
  ].join();
}

/** The usual ending of the names of files of a type, without a dot. */
export function extensionOf(type: Named['contentType']): string {
  return isOtherContentType(type) ? OTHER_FILE_TYPES[type].extension : PICTURE_EXTENSIONS[type];
}

/** The names of original pictures, as uploaded and as served. */
export const ORIGINAL_NAMES = Object.values(PICTURE_EXTENSIONS).map((extension) => `original.${extension}`);

/** The file store key of a media file as uploaded. That of a picture has metadata and is never served. */
export function originalKey(media: Named): string {
  return `media/${media.id}/original.${extensionOf(media.contentType)}`;
}

/** The file store key of a media file as the public gets it: a picture without metadata, any other file as it came. */
export function publicFormKey(media: Named): string {
  if (isOtherContentType(media.contentType)) return originalKey(media);
  return `media/${media.id}/public.${extensionOf(media.contentType)}`;
}

/** The name of a media file outside of the site: unique for its contents. */
export function originalName(media: Named): string {
  return `${media.id}.${extensionOf(media.contentType)}`;
}

/** The first 32 hexadecimal digits of the SHA-256 of the bytes. */
export async function mediaIdOf(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
  return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const SIGNATURES: { type: Exclude<PictureContentType, 'image/svg+xml'>; at: number; bytes: string }[] = [
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
export function sniffContentType(bytes: Uint8Array): PictureContentType | undefined {
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

/**
 * Why a file that is not a picture is refused: no bytes; a type that the site does not take; a picture of a telephone in HEIC,
 * which browsers do not show; damaged or cut off; a document with macros; an archive that would unpack to too much.
 */
export type FileFault = 'empty' | 'type' | 'heic' | 'unreadable' | 'macros' | 'bomb';

/** The result of reading a file that is not a picture. */
export type FileReading =
  | {
      ok: true;
      /** The first 32 hexadecimal digits of the SHA-256 of the bytes. */
      id: string;
      contentType: OtherContentType;
      /** Of a PDF that can be read without a password. */
      pages?: number;
      /** Of a sound or film that says how long it is. */
      seconds?: number;
      /** A PDF that runs scripts, starts programs or cannot be looked into: it is saved, never opened in the browser. */
      isActive?: true;
    }
  | { ok: false; reason: FileFault };

/** A reading without the id. */
export type JudgedFile = Exclude<FileReading, { ok: true }> | Omit<Extract<FileReading, { ok: true }>, 'id'>;
