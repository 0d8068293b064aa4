import { z } from 'zod';
import type { RichText } from './rich-text.ts';
import { richTextProblems } from './rich-text-problems.ts';

/** Maximum size of a rich text in bytes of its JSON. Source: the product's specification, Limits. */
export const MAX_RICH_TEXT_BYTES = 200_000;

/** A rich text of the known nodes and marks, within the size limit. Block ids are optional. */
export const richTextSchema: z.ZodType<RichText> = z.custom<RichText>().superRefine((value, context) => {
  for (const problem of richTextProblems(value)) {
    context.addIssue({ code: 'custom', path: problem.path, message: problem.message });
  }
  if (isLongerThan(value, MAX_RICH_TEXT_BYTES)) {
    context.addIssue({ code: 'custom', message: `the text is longer than ${MAX_RICH_TEXT_BYTES / 1000} kB` });
  }
});

/** Whether the JSON of a value is longer than this many bytes of UTF-8. */
export function isLongerThan(value: unknown, bytes: number): boolean {
  const json = JSON.stringify(value) ?? '';
  // A UTF-16 code unit takes 1 to 3 bytes, so that most texts need no exact count.
  if (json.length * 3 <= bytes) return false;
  return json.length > bytes || new TextEncoder().encode(json).byteLength > bytes;
}
