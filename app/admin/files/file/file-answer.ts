import type { FileTextName } from '#core/files/file-states.ts';
import type { RemovalQuestion } from '../files-answer.ts';

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
