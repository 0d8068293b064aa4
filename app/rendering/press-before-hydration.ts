declare global {
  interface Window {
    /** Provided by the start script of a page whose buttons need scripts; called once the page is hydrated. */
    mekiHydrated?: () => void;
  }
}

/** What begins or ends a press, or tells that somebody uses something else. */
const EVENTS = ['pointerdown', 'pointercancel', 'keydown', 'click'];

/** The events of a pointer before the click: menus open with the first one. */
const TOUCH = ['pointerdown', 'pointerup'];

/**
 * For the start script: notes the press of a button that does nothing without script, unless something else was used since, and
 * repeats it once the page is hydrated: it is answered late, but never lost. If the pointer is still down by then, the press is
 * completed with its end. Public pages need none of it, but for the error screen.
 */
export const REPEAT_PRESS_BEFORE_HYDRATION = `const events=${JSON.stringify(EVENTS)};
let button,isDone;
const note=({type,target})=>{
button=type==="pointerdown"||type==="click"?target.closest?.("button[type=button]"):null;
isDone=type==="click";
};
const touch=()=>{for(const name of ${JSON.stringify(TOUCH)})button.dispatchEvent(new PointerEvent(name,{bubbles:true,cancelable:true,pointerType:"mouse"}));};
for(const name of events)addEventListener(name,note,true);
window.mekiHydrated=()=>{
delete window.mekiHydrated;
for(const name of events)removeEventListener(name,note,true);
if(!button)return;
if(isDone){setTimeout(()=>{if(button.isConnected){touch();button.click();}});return;}
const received=new AbortController();
for(const name of events)addEventListener(name,({type,target})=>{received.abort();if(type==="click"&&button.contains(target))touch();},{capture:true,signal:received.signal});
};
`;
