import { type RefObject, useEffect, useRef } from 'react';

/**
 * The ref of a form with filters, whose controls follow the page's address after a navigation. The control with the focus is left
 * alone: somebody may have typed or chosen something else by then.
 * @param values by the names of the controls; a new object fills the form again
 * @param onEarlyChoice called if something was typed or chosen before the scripts came; without it, that stays as it is
 */
export function useFilledForm(values: object, onEarlyChoice?: () => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const first = useRef(values);
  const choose = useRef(onEarlyChoice);
  useEffect(() => {
    // The form has these already, but for what was done since.
    if (values === first.current) {
      if ([...(form.current?.elements ?? [])].some(isChanged)) choose.current?.();
      return;
    }
    for (const [name, value] of Object.entries<unknown>({ ...values }))
      fill(form.current?.elements.namedItem(name), value);
  }, [values]);
  return form;
}

/** Whether a control differs from what the page was rendered with. */
function isChanged(control: Element): boolean {
  if (control instanceof HTMLSelectElement) {
    const rendered = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return control.selectedIndex !== Math.max(rendered, 0);
  }
  if (!(control instanceof HTMLInputElement) || control.type === 'hidden') return false;
  return control.type === 'checkbox'
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue;
}

function fill(control: Element | RadioNodeList | null | undefined, value: unknown) {
  if (control === document.activeElement) return;
  if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = value === true;
  else if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = String(value);
}
