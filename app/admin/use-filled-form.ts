import { type RefObject, useEffect, useRef } from 'react';

/**
 * The ref of a form with filters, whose controls follow the page's address after a navigation. The control with the focus is left
 * alone: somebody may have typed or chosen something else by then.
 * @param values by the names of the controls; a new object fills the form again
 */
export function useFilledForm(values: object): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    for (const [name, value] of Object.entries<unknown>({ ...values }))
      fill(form.current?.elements.namedItem(name), value);
  }, [values]);
  return form;
}

function fill(control: Element | RadioNodeList | null | undefined, value: unknown) {
  if (control === document.activeElement) return;
  if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = value === true;
  else if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = String(value);
}
