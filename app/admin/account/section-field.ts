import type { FieldMetadata } from '@conform-to/react';
import { answeredField, type ConformField } from '../../ui/kit/forms/conform-field.ts';
import type { AccountAnswer } from './account-answer.ts';

/** What Conform knows of a field, as props, with what the answer to its form says of it. */
export function sectionField(
  field: FieldMetadata<unknown, Record<string, unknown>, string[]>,
  answer: AccountAnswer | undefined,
): ConformField & { autoFocus?: true } {
  return answeredField(field, answer?.result);
}
