import type { FieldMetadata, SubmissionResult } from '@conform-to/react';

/** The part of Conform's metadata that fields of this kit use. */
export interface ConformField {
  id: string;
  name: string;
  required?: true;
  minLength?: number;
  maxLength?: number;
  defaultValue?: string;
  errors: string[] | undefined;
}

/** The props of a field from Conform's metadata: `<TextField label={…} {...conformField(fields.email)} />`. */
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

/** The same for a submitted form: the first invalid field gets the focus, also without script. */
export function answeredField(
  field: FieldMetadata<unknown, Record<string, unknown>, string[]>,
  answer: Pick<SubmissionResult<string[]>, 'error'> | undefined,
): ConformField & { autoFocus?: true } {
  return { ...conformField(field), ...(answer?.error?.[field.name] && { autoFocus: true }) };
}
