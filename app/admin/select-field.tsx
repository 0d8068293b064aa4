import type { ComponentProps } from 'react';
import openIcon from '~icons/lucide/chevron-down';
import { Icon } from '../ui/icon.tsx';
import { Field, type FieldProps, inputStyle, useFieldIds } from '../ui/kit/forms/field.tsx';

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, 'className' | 'aria-describedby' | 'aria-invalid'> & { name: string };

/** One choice of several; `children` are its options. */
export function SelectField({ label, hint, errors, id, children, ...select }: SelectFieldProps) {
  const ids = useFieldIds(id, { label, hint, errors });
  return (
    <Field label={label} hint={hint} errors={errors} ids={ids}>
      <div className="relative">
        <select {...select} {...ids.aria} className={`${inputStyle} appearance-none pe-10`}>
          {children}
        </select>
        <Icon
          icon={openIcon}
          className="pointer-events-none absolute inset-y-0 end-3.5 my-auto text-[1.125rem] text-ink-soft"
        />
      </div>
    </Field>
  );
}
