import type { FieldMetadata } from '@conform-to/react';
import { answeredField, type ConformField } from '../../ui/kit/forms/conform-field.ts';
import type { AccountAnswer } from './account-answer.ts';

/** The props of a field from Conform, with the errors of the last submission. */
export function sectionField(
  field: FieldMetadata<unknown, Record<string, unknown>, string[]>,
  answer: AccountAnswer | undefined,
): ConformField & { autoFocus?: true } {
  return answeredField(field, answer?.result);
}
