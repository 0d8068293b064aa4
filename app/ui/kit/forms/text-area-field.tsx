import type { ComponentProps } from 'react';
import { renderedText } from '../../rendered-text.ts';
import { Field, type FieldProps, inputStyle, useFieldIds } from './field.tsx';

type TextAreaFieldProps = FieldProps &
  Omit<ComponentProps<'textarea'>, 'className' | 'aria-describedby' | 'aria-invalid'> & { name: string };

/** A text field of several lines, which grows with its text. */
export function TextAreaField({ label, hidesLabel, hint, errors, id, defaultValue, ...textarea }: TextAreaFieldProps) {
  const ids = useFieldIds(id, { label, hint, errors });
  return (
    <Field label={label} hidesLabel={hidesLabel} hint={hint} errors={errors} ids={ids}>
      <textarea
        {...textarea}
        {...ids.aria}
        defaultValue={renderedText(defaultValue)}
        className={`${inputStyle} field-sizing-content min-h-32`}
      />
    </Field>
  );
}
