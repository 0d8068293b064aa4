/** Provided by the start script of a page whose buttons need scripts. */
interface EarlyPress {
  /** The button that was used last, unless something else was used since. */
  button?: HTMLElement | null;
  /** Whether its press has ended; otherwise the pointer is still down. */
  isDone?: boolean;
  note(event: Event): void;
}

declare global {
  interface Window {
    mekiPress?: EarlyPress | undefined;
  }
}

/** What begins or ends a press, or tells that somebody uses something else. */
const EVENTS = ['pointerdown', 'pointercancel', 'keydown', 'click'];

/** For the start script: notes the press of a button that does nothing without script. */
export const NOTE_EARLY_PRESS = `const early=window.mekiPress={note({type,target}){
early.button=type==="pointerdown"||type==="click"?target.closest?.("button[type=button]"):null;
early.isDone=type==="click";
}};
for(const name of ${JSON.stringify(EVENTS)})addEventListener(name,early.note,true);
`;

/**
 * Repeats the last press that came before the page was hydrated: a press is answered late, but never lost. If the pointer is
 * still down, the press is completed with its end.
 */
export function repeatEarlyPress(page: Window): void {
  const early = page.mekiPress;
  if (!early) return;
  page.mekiPress = undefined;
  for (const name of EVENTS) page.removeEventListener(name, early.note, true);
  const { button, isDone } = early;
  if (!button) return;
  if (isDone) {
    page.setTimeout(() => {
      if (!button.isConnected) return;
      touch(button);
      button.click();
    });
    return;
  }
  const heard = new AbortController();
  for (const name of EVENTS) {
    page.addEventListener(
      name,
      ({ type, target }) => {
        heard.abort();
        if (type === 'click' && button.contains(target as Node)) touch(button);
      },
      { capture: true, signal: heard.signal },
    );
  }
}

/** The events of a pointer before the click: menus open with the first one. */
function touch(button: HTMLElement): void {
  for (const name of ['pointerdown', 'pointerup']) {
    button.dispatchEvent(new PointerEvent(name, { bubbles: true, cancelable: true, pointerType: 'mouse' }));
  }
}
