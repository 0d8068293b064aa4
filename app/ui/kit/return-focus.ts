import { useRef } from 'react';

/** An element and those around it, from the inside out: where the focus can return to when the inner ones are gone. */
export type FocusPath = HTMLElement[];

/** @param from default: the element that has the focus */
export function focusPath(from: Element | null = document.activeElement): FocusPath {
  const path: FocusPath = [];
  for (let element = from; element && element !== document.body; element = element.parentElement) {
    if (element instanceof HTMLElement) path.push(element);
  }
  const main = document.querySelector('main');
  return main && !path.includes(main) ? [...path, main] : path;
}

/** Focuses the first element of a path that can have the focus, without scrolling to one that is only around it. */
export function focusAlong(path: FocusPath): void {
  for (const [around, element] of path.entries()) {
    element.focus({ preventScroll: around > 0 });
    if (document.activeElement === element) return;
  }
}

/** Lets the focus return along a path after something has closed, unless something else has it by then, such as a new page. */
export function returnFocus(event: Event, path: FocusPath): void {
  if (event.defaultPrevented) return;
  event.preventDefault();
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) focusAlong(path);
}

/** Focuses what is nearest around an element that is about to go. */
export function leaveFocus(element: HTMLElement): void {
  focusAlong(focusPath(element).slice(1));
}

/**
 * The props of a layer of Radix, which returns the focus only to a trigger of its own: when it closes, the focus returns to where
 * it was, or to what is left around that.
 * @param onCloseAutoFocus may prevent it
 */
export function useFocusReturn(onCloseAutoFocus?: (event: Event) => void) {
  const cameFrom = useRef<FocusPath>([]);
  return {
    onOpenAutoFocus() {
      cameFrom.current = focusPath();
    },
    onCloseAutoFocus(event: Event) {
      onCloseAutoFocus?.(event);
      returnFocus(event, cameFrom.current);
    },
  };
}
