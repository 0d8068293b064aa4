import type { FieldMetadata, SubmissionResult } from '@conform-to/react';

/** The part of Conform's metadata that a field of this kit takes. */
export interface ConformField {
  id: string;
  name: string;
  required?: true;
  minLength?: number;
  maxLength?: number;
  defaultValue?: string;
  errors: string[] | undefined;
}

/** What Conform knows of a field, as props: `<TextField label={…} {...conformField(fields.email)} />`. */
export function conformField(field: FieldMetadata<unknown, Record<string, unknown>, string[]>): ConformField {
  const { id, name, required, minLength, maxLength, initialValue, errors } = field;
  return {
    id,
    name,
    errors,
    ...(required && { required }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(typeof initialValue === 'string' && { defaultValue: initialValue }),
  };
}

/** The same for a form that was answered: what the answer says is wrong takes the focus, also without script. */
export function answeredField(
  field: FieldMetadata<unknown, Record<string, unknown>, string[]>,
  answer: Pick<SubmissionResult<string[]>, 'error'> | undefined,
): ConformField & { autoFocus?: true } {
  return { ...conformField(field), ...(answer?.error?.[field.name] && { autoFocus: true }) };
}
