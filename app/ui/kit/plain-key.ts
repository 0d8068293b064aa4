type Composing = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>;

/** What is needed of a key event, of the browser or of React. */
type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> &
  (Composing | { nativeEvent: Composing });

/** `keyCode` of a key that an input method handles: of the first one of a composition, Safari tells nothing else. */
const OF_INPUT_METHOD = 229;

/** Whether a key belongs to an input method, which composes a character. */
export function isComposed(event: KeyPress): boolean {
  const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  return isComposing || keyCode === OF_INPUT_METHOD;
}

/**
 * The key of an event, if it was pressed without Ctrl, Alt, ⌘ or Shift and does not belong to an input method; `undefined`
 * otherwise. A modified key is a shortcut of something else, and never acts as the plain one.
 * @param withShift whether Shift may be held, too
 */
export function plainKey(event: KeyPress, { withShift = false } = {}): string | undefined {
  const isModified = event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && !withShift);
  return isModified || isComposed(event) ? undefined : event.key;
}

/** For lists of cmdk, which choose with Enter whatever is held with it. */
export function refuseModifiedEnter(event: KeyPress & { preventDefault(): void }): void {
  if (event.key === 'Enter' && plainKey(event) === undefined) event.preventDefault();
}
