/**
 * What something that closes does with the focus: it goes back to where it came from, unless the page that was opened
 * meanwhile has it already. For `onCloseAutoFocus`.
 */
export function returnFocus(event: Event, to: HTMLElement | null): void {
  event.preventDefault();
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) to?.focus();
}
