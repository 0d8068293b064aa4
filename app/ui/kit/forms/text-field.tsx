import type { ComponentProps } from 'react';
import { Field, type FieldProps, inputStyle, useFieldIds } from './field.tsx';

export type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className' | 'aria-describedby' | 'aria-invalid'> & { name: string };

/** A single-line text field of any `type`. */
export function TextField({ label, hidesLabel, hint, errors, id, ...input }: TextFieldProps) {
  const ids = useFieldIds(id, { label, hint, errors });
  return (
    <Field label={label} hidesLabel={hidesLabel} hint={hint} errors={errors} ids={ids}>
      <input type="text" {...input} {...ids.aria} className={inputStyle} />
    </Field>
  );
}
