import type { ComponentProps } from 'react';
import { FieldErrors, type FieldProps, useFieldIds } from './field.tsx';

type CheckboxProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className' | 'type' | 'aria-describedby' | 'aria-invalid'> & { name: string };

/** A checkbox. The whole line is clickable. */
export function Checkbox({ label, hint, errors, id, ...input }: CheckboxProps) {
  const ids = useFieldIds(id, { label, hint, errors });
  return (
    <div>
      <label htmlFor={ids.id} className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
        <input {...input} {...ids.aria} type="checkbox" className="choice-mark mt-[0.15em]" />
        <span className="first-letter:uppercase">{label}</span>
      </label>
      {hint && (
        <p id={ids.hintId} className="ps-8 text-fine text-ink-soft">
          {hint}
        </p>
      )}
      <FieldErrors id={ids.errorId} errors={errors} />
    </div>
  );
}
