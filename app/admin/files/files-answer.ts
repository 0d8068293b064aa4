import type { FileTextName, UploadPlace } from '#core/files/site-file.ts';

/** What is done with several files at once. */
export const FILE_ACTIONS = ['tag', 'untag', 'trash', 'untrash', 'purge'] as const;

export type FileAction = (typeof FILE_ACTIONS)[number];

/** A question before files are removed that texts use, or for good. */
export interface RemovalQuestion {
  kind: 'ask';
  action: 'trash' | 'purge';
  ids: string[];
  /** Of the files that are used: a sentence each, with the items. */
  uses: string[];
}

/** The answer to a form of the list. */
export type FilesAnswer =
  | { kind: 'done'; sentence: string; note?: string }
  | { kind: 'problem'; sentence: string }
  | RemovalQuestion;

/** What the forms of a file's page do. */
export const FILE_INTENTS = [
  'describe',
  'tags',
  'focus',
  'restore',
  'remove-part',
  'trash',
  'untrash',
  'purge',
] as const;

export type FileIntent = (typeof FILE_INTENTS)[number];

/** What was typed, to be shown again. */
export type TypedTexts = { language: string; decorative: boolean } & { [text in FileTextName]: string };

/** The answer to a form of a file's page that does not redirect. */
export type FileAnswer =
  | { kind: 'problem'; intent: FileIntent; sentence: string; typed?: TypedTexts; tags?: string }
  | RemovalQuestion;

/** The notices that a page can begin with, as in its address. */
export const FILE_NOTICES = [
  'described',
  'tagged',
  'focused',
  'replaced',
  'added',
  'part-removed',
  'restored',
  'trashed',
  'untrashed',
  'uploaded',
] as const;

/** Which bytes of a file a form means, as a value: `es`, `captions.es` or `poster`; empty for those of all languages. */
export function placeValue({ language = '', part }: UploadPlace): string {
  return part === 'poster' ? part : part === 'captions' ? `${part}.${language}` : language;
}

/** The place that a value names. */
export function placeOf(value: string): UploadPlace {
  if (value === 'poster') return { part: value };
  const [first = '', language] = value.split('.');
  if (language !== undefined) return { language, part: 'captions' };
  return first === '' ? {} : { language: first };
}
