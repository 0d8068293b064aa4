/**
 * Returns the focus to an element after something has closed, unless a newly opened page has it already. For
 * `onCloseAutoFocus`.
 */
export function returnFocus(event: Event, to: HTMLElement | null): void {
  event.preventDefault();
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) to?.focus();
}
