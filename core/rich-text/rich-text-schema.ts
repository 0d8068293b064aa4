import { z } from 'zod';
import { plainText, type RichText } from './rich-text.ts';
import { richTextProblems } from './rich-text-problems.ts';

/**
 * Maximum bytes, in UTF-8, of what a rich text shows: its words, alternative texts and captions. Source: the product's specification,
 * Limits.
 */
const MAX_TEXT_BYTES = 200_000;

/**
 * Maximum bytes that blocks, cells, marks and addresses add to the words, as JSON. Source: Meki's own; a table of 400 rows and 10
 * columns adds 370 kB, and more than this has no room in an item of two languages.
 */
const MAX_STRUCTURE_BYTES = 700_000;

/** How many bytes of its words, or of what they stand in, a rich text has beyond what it may have. */
export interface TextExcess {
  kind: 'text' | 'structure';
  bytes: number;
  limit: number;
}

/** A rich text of the known nodes and marks, within the size limits. Block ids are optional. */
export const richTextSchema: z.ZodType<RichText> = z.custom<RichText>().superRefine((value, context) => {
  const problems = richTextProblems(value);
  for (const { path, message } of problems) context.addIssue({ code: 'custom', path, message });
  const excess = problems.every(({ isLink }) => isLink) ? textExcess(value) : undefined;
  if (excess) context.addIssue({ code: 'custom', message: sentenceOfExcess(excess) });
});

/** Why a rich text is too long; `undefined` if it is not. */
export function textExcess(richText: RichText): TextExcess | undefined {
  if (!isLongerThan(richText, MAX_TEXT_BYTES)) return undefined;
  const text = bytesOf(plainText(richText));
  if (text > MAX_TEXT_BYTES) return { kind: 'text', bytes: text, limit: MAX_TEXT_BYTES };
  const structure = bytesOf(JSON.stringify(richText)) - text;
  if (structure <= MAX_STRUCTURE_BYTES) return undefined;
  return { kind: 'structure', bytes: structure, limit: MAX_STRUCTURE_BYTES };
}

/** What an excess says to programs and on the command line. */
export function sentenceOfExcess(excess: TextExcess): string {
  const [size, limit] = [kilobytes(excess.bytes), excess.limit / 1000];
  if (excess.kind === 'text') return `the text is longer than ${limit} kB: its words take ${size} kB`;
  return `the text has too many blocks, cells, formats and addresses: they take ${size} kB, and may take ${limit} kB`;
}

/** Kilobytes with one decimal, rounded up, so that what is above a limit reads so. */
export function kilobytes(bytes: number): number {
  return Math.ceil(bytes / 100) / 10;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

/** Whether the JSON of a value is longer than this many bytes of UTF-8. */
export function isLongerThan(value: unknown, bytes: number): boolean {
  const json = JSON.stringify(value) ?? '';
  // A UTF-16 code unit takes 1 to 3 bytes, so that most texts need no exact count.
  if (json.length * 3 <= bytes) return false;
  return json.length > bytes || new TextEncoder().encode(json).byteLength > bytes;
}
