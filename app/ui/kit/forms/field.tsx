import { type ComponentProps, type ReactNode, useId } from 'react';
import errorIcon from '~icons/lucide/circle-alert';
import { Icon } from '../../icon.tsx';

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className' | 'aria-describedby' | 'aria-invalid'> & { name: string };

export interface FieldProps {
  label: string;
  /** Whether label and help text are visually hidden, where the place of the control says what it is for. */
  hidesLabel?: boolean | undefined;
  /** Help text. */
  hint?: ReactNode;
  /** Error messages; none if missing or empty. */
  errors?: readonly string[] | undefined;
}

/** The ids that connect a control with its label, hint and errors. */
export interface FieldIds {
  id: string;
  hintId: string;
  errorId: string;
  /** The props of the control itself. */
  aria: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };
}

/** @param id of the control; generated if missing. Hint and error ids are those of Conform. */
export function useFieldIds(id: string | undefined, { hint, errors }: FieldProps, ...further: string[]): FieldIds {
  const own = useId();
  const controlId = id ?? own;
  const hintId = `${controlId}-description`;
  const errorId = `${controlId}-error`;
  const invalid = (errors?.length ?? 0) > 0;
  const describedBy = [hint && hintId, invalid && errorId, ...further].filter(Boolean).join(' ');
  return {
    id: controlId,
    hintId,
    errorId,
    aria: {
      id: controlId,
      ...(describedBy && { 'aria-describedby': describedBy }),
      ...(invalid && { 'aria-invalid': true }),
    },
  };
}

/** Uses the `readonly` attribute: the CSS pseudo-class always matches selects. */
export const inputStyle =
  'min-h-11 w-full rounded-control border border-line-strong bg-raised px-3.5 py-2 text-ink placeholder:text-ink-soft aria-invalid:border-danger aria-invalid:shadow-[inset_0_0_0_1px_var(--danger)] disabled:bg-sunken disabled:text-ink-soft [&[readonly]]:bg-sunken';

/** A label above its control, the hint in between, the errors below. */
export function Field({
  label,
  hidesLabel,
  hint,
  errors,
  ids,
  children,
}: FieldProps & { ids: FieldIds; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={ids.id} className={hidesLabel ? 'sr-only' : 'mb-1.5 block font-medium'}>
        {label}
      </label>
      {hint && (
        <p id={ids.hintId} className={hidesLabel ? 'sr-only' : 'mb-2 text-fine text-ink-soft'}>
          {hint}
        </p>
      )}
      {children}
      <FieldErrors id={ids.errorId} errors={errors} />
    </div>
  );
}

export function FieldErrors({ id, errors = [] }: { id: string; errors: readonly string[] | undefined }) {
  if (errors.length === 0) return null;
  return (
    <p id={id} className="mt-2 flex items-start gap-2 font-medium text-danger text-fine">
      <Icon icon={errorIcon} className="mt-[0.2em] text-[1.0625rem]" />
      <span>{errors.join(' ')}</span>
    </p>
  );
}

/** A single-line text field of any `type`. */
export function TextField({ label, hidesLabel, hint, errors, id, ...input }: TextFieldProps) {
  const ids = useFieldIds(id, { label, hint, errors });
  return (
    <Field label={label} hidesLabel={hidesLabel} hint={hint} errors={errors} ids={ids}>
      <input type="text" {...input} {...ids.aria} className={inputStyle} />
    </Field>
  );
}
