import type { FieldMetadata } from '@conform-to/react';
import { type ConformField, conformField } from '../../ui/kit/forms/conform-field.ts';
import type { AccountAnswer } from './account-answer.ts';

/** What Conform knows of a field, as props; where the answer says what is wrong with it, it takes the focus, also without script. */
export function sectionField(
  field: FieldMetadata<unknown, Record<string, unknown>, string[]>,
  answer: AccountAnswer | undefined,
): ConformField & { autoFocus?: true } {
  return { ...conformField(field), ...(answer?.result.error?.[field.name] && { autoFocus: true }) };
}
