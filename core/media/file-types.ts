/** What a file is to its readers. */
export const FILE_KINDS = ['picture', 'document', 'sound', 'video', 'captions'] as const;

export type FileKind = (typeof FILE_KINDS)[number];

export interface FileType {
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
