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

/** The name under which a document keeps for the next one when something was typed, in milliseconds since 1970, and the words. */
const KEPT = 'meki-typed';

/** Milliseconds after which such words are no longer meant for the page that opens. */
const KEPT_FOR = 30_000;

/** For a form that leads to a text, at its end: keeps what is typed after the form was sent without script, for the next document. */
export const KEEP_TYPED_FOR_NEXT_PAGE = `{const typedWith=${typedWith};
const form=document.currentScript.closest("form");
const keep=typed=>{try{typed?sessionStorage.setItem("${KEPT}",Date.now()+" "+typed):sessionStorage.removeItem("${KEPT}");}catch{}};
keep("");
addEventListener("submit",event=>{
if(event.target!==form||event.defaultPrevented)return;
let typed="";
addEventListener("keydown",key=>{
const next=typedWith(typed,key);
if(next===undefined)return;
keep(typed=next);
key.preventDefault();
},true);
});}`;

/** Where typed words go nowhere: a navigation puts the focus on the heading. */
const NOWHERE = 'body,h1,main';

/** For the start script, after that of early presses: notes what is typed where it would go nowhere, until the page is hydrated. */
export const NOTE_TYPED_BEFORE_HYDRATION = `const typedWith=${typedWith};
const {mekiHydrated}=window;
window.mekiTyped="";
try{
const kept=sessionStorage.getItem("${KEPT}")??"",space=kept.indexOf(" ");
window.mekiTyped=Date.now()-kept.slice(0,space)>${KEPT_FOR}?"":kept.slice(space+1);
sessionStorage.removeItem("${KEPT}");
}catch{}
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
let untilFocused: AbortController | undefined;

/** Milliseconds for which something to focus is waited for. */
const PATIENCE = 10_000;

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
      if (from === 'nowhere') takeTyped();
    };
  }, [isWaiting, from]);
}

/** Whether there is something that was typed ahead. */
export function hasTyped(): boolean {
  return typed !== '';
}

/**
 * Passes on what was typed ahead once something has the focus; until then, keys are noted. After ten seconds without a focus, it is
 * dropped.
 */
export function passTyped(write: (words: string) => void): void {
  const pass = () => write(takeTyped());
  if (!isNowhere()) {
    pass();
    return;
  }
  untilFocused = new AbortController();
  const { signal } = untilFocused;
  window.addEventListener('focusin', pass, { signal });
  const timer = setTimeout(takeTyped, PATIENCE);
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** @returns what was typed ahead, once; from now on, keys go where the focus is */
export function takeTyped(): string {
  untilFocused?.abort();
  untilFocused = undefined;
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
