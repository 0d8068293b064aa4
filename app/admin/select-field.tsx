import type { ComponentProps } from 'react';
import { Field, type FieldProps, inputStyle, useFieldIds } from '../ui/kit/forms/field.tsx';

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, 'className' | 'aria-describedby' | 'aria-invalid'> & { name: string };

/** One choice of several; `children` are its options. */
export function SelectField({ label, hint, errors, id, children, ...select }: SelectFieldProps) {
  const ids = useFieldIds(id, { label, hint, errors });
  return (
    <Field label={label} hint={hint} errors={errors} ids={ids}>
      <select {...select} {...ids.aria} className={`${inputStyle} select-caret`}>
        {children}
      </select>
    </Field>
  );
}
