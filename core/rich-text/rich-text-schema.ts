import { z } from 'zod';
import type { RichText } from './rich-text.ts';
import { richTextProblems } from './rich-text-problems.ts';

/** Most bytes that a rich text may take as JSON. Source: the product's specification, Limits. */
export const MAX_RICH_TEXT_BYTES = 200_000;

/** A rich text of the known nodes and marks, within the limit. Its blocks need not have ids yet. */
export const richTextSchema: z.ZodType<RichText> = z.custom<RichText>().superRefine((value, context) => {
  for (const problem of richTextProblems(value)) {
    context.addIssue({ code: 'custom', path: problem.path, message: problem.message });
  }
  if (isLongerThan(value, MAX_RICH_TEXT_BYTES)) {
    context.addIssue({ code: 'custom', message: `the text is longer than ${MAX_RICH_TEXT_BYTES / 1000} kB` });
  }
});

/** Whether a value takes more bytes than that as JSON in UTF-8. */
export function isLongerThan(value: unknown, bytes: number): boolean {
  const json = JSON.stringify(value) ?? '';
  // A UTF-16 unit takes 1 to 3 bytes, so most texts need no counting.
  if (json.length * 3 <= bytes) return false;
  return json.length > bytes || new TextEncoder().encode(json).byteLength > bytes;
}
