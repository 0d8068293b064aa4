import { type ComponentProps, type RefObject, useEffect, useRef } from 'react';
import { Field, type FieldProps, inputStyle, useFieldIds } from './field.tsx';
import { asOneLine } from './one-line.ts';

interface LineAreaProps extends Omit<ComponentProps<'textarea'>, 'rows' | 'ref'> {
  ref?: RefObject<HTMLTextAreaElement | null> | undefined;
}

/**
 * The control of a text of one line, which wraps and grows with its text instead of cutting it. It takes no line breaks: typed
 * ones are refused, pasted ones become spaces.
 */
export function LineArea({ ref, className = '', ...textarea }: LineAreaProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const control = ref ?? own;
  useEffect(() => {
    const element = control.current;
    element?.addEventListener('beforeinput', keepOneLine);
    return () => element?.removeEventListener('beforeinput', keepOneLine);
  }, [control]);
  return (
    <textarea {...textarea} ref={control} rows={1} className={`${className} field-sizing-content block resize-none`} />
  );
}

type LineFieldProps = FieldProps &
  Omit<LineAreaProps, 'className' | 'aria-describedby' | 'aria-invalid'> & { name: string };

/** A field of one line, with its label, that shows all of a long text. */
export function LineField({ label, hidesLabel, hint, errors, id, ...area }: LineFieldProps) {
  const ids = useFieldIds(id, { label, hint, errors });
  return (
    <Field label={label} hidesLabel={hidesLabel} hint={hint} errors={errors} ids={ids}>
      <LineArea {...area} {...ids.aria} className={inputStyle} />
    </Field>
  );
}

function keepOneLine(event: InputEvent): void {
  const { inputType, data } = event;
  if (inputType === 'insertLineBreak' || inputType === 'insertParagraph') event.preventDefault();
  if (data === null || !/[\r\n]/.test(data)) return;
  event.preventDefault();
  // The only way to insert a text so that the browser can undo it.
  document.execCommand('insertText', false, asOneLine(data));
}
