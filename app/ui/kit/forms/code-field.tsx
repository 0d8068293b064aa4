import type { ClipboardEvent } from 'react';
import { Field, type FieldProps, inputStyle, useFieldIds } from './field.tsx';
import { CODE_LENGTH, readCode } from './read-code.ts';

interface CodeFieldProps extends FieldProps {
  name: string;
  id?: string;
  required?: boolean;
  autoFocus?: boolean;
  defaultValue?: string;
}

/** A field for the six digits of a mailed code: supports autofill on phones, and extracts digits from pasted text. */
export function CodeField({ label, hint, errors, id, defaultValue, ...input }: CodeFieldProps) {
  const ids = useFieldIds(id, { label, hint, errors });
  return (
    <Field label={label} hint={hint} errors={errors} ids={ids}>
      <input
        {...input}
        {...ids.aria}
        data-takes-focus={input.autoFocus || undefined}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\s*([0-9]\s*){6}"
        spellCheck={false}
        defaultValue={defaultValue ? readCode(defaultValue) : undefined}
        onPaste={pasteDigits}
        onInput={({ currentTarget: field }) => {
          const digits = readCode(field.value);
          if (digits !== field.value) field.value = digits;
        }}
        className={`${inputStyle} text-center font-semibold text-[1.625rem] tabular-nums tracking-[0.4em] [text-indent:0.4em]`}
        size={CODE_LENGTH}
      />
    </Field>
  );
}

function pasteDigits(event: ClipboardEvent<HTMLInputElement>) {
  const digits = readCode(event.clipboardData.getData('text'));
  if (!digits) return;
  event.preventDefault();
  const field = event.currentTarget;
  const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? field.value.length];
  field.setRangeText(digits.length === CODE_LENGTH ? '' : digits, start, end, 'end');
  if (digits.length === CODE_LENGTH) field.value = digits;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
}
