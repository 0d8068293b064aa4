import type { JsonValue } from '../documents/document-store.ts';
import type { RichText } from './rich-text.ts';

/** Whether the value of a field has the outer form of a rich text. */
export function isRichText(value: unknown): value is RichText {
  return (value as RichText | null | undefined)?.type === 'doc' && Array.isArray((value as RichText).content);
}

/** A rich text as the value of a field. */
export function richTextValue(text: RichText): JsonValue {
  // Its attributes are JSON, which their type `unknown` does not say.
  return text as unknown as JsonValue;
}
