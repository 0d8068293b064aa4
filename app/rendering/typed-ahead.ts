import { useLayoutEffect } from 'react';

declare global {
  interface Window {
    /** What was typed before the page was hydrated, noted by the start script of a page that is there to be written in. */
    mekiTyped?: string;
  }
}

/** What is used of a pressed key. */
type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'getModifierState'>;

/**
 * What was typed after one more key; Enter is a line break. Its source is part of the start script: it uses nothing from outside.
 * @returns `undefined` for a key that types nothing; a space or a line break alone scrolls and presses
 */
export function typedWith(typed: string, event: Key): string | undefined {
  const { key } = event;
  const isShortcut = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
  if (isShortcut || event.isComposing) return undefined;
  if (typed !== '' && key === 'Backspace') return typed.slice(0, -1);
  if (typed !== '' && key === 'Enter') return `${typed}\n`;
  return key.length === 1 && (typed !== '' || key !== ' ') ? typed + key : undefined;
}

/** Where typed words go nowhere: a navigation puts the focus on the heading. */
const NOWHERE = 'body,h1,main';

/** For the start script, after that of early presses: notes what is typed where it would go nowhere, until the page is hydrated. */
export const NOTE_TYPED_BEFORE_HYDRATION = `const typedWith=${typedWith};
const {mekiHydrated}=window;
window.mekiTyped="";
const noteTyped=event=>{
const next=document.activeElement?.matches(${JSON.stringify(NOWHERE)})?typedWith(window.mekiTyped,event):undefined;
if(next===undefined)return;
window.mekiTyped=next;
event.preventDefault();
};
addEventListener("keydown",noteTyped,true);
window.mekiHydrated=()=>{removeEventListener("keydown",noteTyped,true);mekiHydrated();};
`;

/** What was typed and not taken yet. Module state, because the page on which it was typed makes room for the one that takes it. */
let typed = '';
let stopNoting: (() => void) | undefined;

/**
 * Notes what is typed while this page, or the one that follows, cannot take it yet.
 * @param from `anywhere` for a form that was sent: what is typed then is meant for what it leads to; `nowhere` for the page that takes
 * it, where only keys count that nothing else would get
 */
export function useTypedAhead(isWaiting: boolean, from: 'nowhere' | 'anywhere'): void {
  useLayoutEffect(() => {
    if (!isWaiting) return undefined;
    if (from === 'anywhere') typed = '';
    typed += window.mekiTyped ?? '';
    delete window.mekiTyped;
    const note = (event: KeyboardEvent) => {
      const next = from === 'anywhere' || isNowhere() ? typedWith(typed, event) : undefined;
      if (next === undefined) return;
      typed = next;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', note, true);
    const stop = () => window.removeEventListener('keydown', note, true);
    stopNoting = stop;
    return () => {
      stop();
      if (from === 'nowhere') typed = '';
    };
  }, [isWaiting, from]);
}

/** @returns what was typed ahead, once; from now on, keys go where the focus is */
export function takeTyped(): string {
  stopNoting?.();
  stopNoting = undefined;
  const words = typed;
  typed = '';
  return words;
}

/** Whether nothing on the page would take what is typed. */
export function isNowhere(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement.matches(NOWHERE);
}
