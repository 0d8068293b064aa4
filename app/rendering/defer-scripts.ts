import type { EntryContext } from 'react-router';
import { type EarlySocket, openEarly } from './early-socket.ts';
import { NOTE_TYPED_BEFORE_HYDRATION } from './typed-ahead.ts';

/** The parts of React Router's asset manifest needed to start a page. */
type Assets = Pick<EntryContext['manifest'], 'entry' | 'routes' | 'url'>;

/**
 * With a socket: at once, for the editor, beside it and with what was typed before (`typed-ahead.ts`); `always`: when the browser is idle, on pages that need scripts; `unless-saving`: not if
 * data is expensive, on error pages and answers to forms. These repeat an early press. With a version: at
 * the first interaction, unless data is expensive, together with the data of the page (`page-data.ts`) and the files of messages, which
 * the document does not contain.
 */
export type ScriptStart = EarlySocket | 'always' | 'unless-saving' | { version: string; messages: string[] };

const isWithDocument = (when: ScriptStart) => typeof when === 'object' && 'path' in when;

/** Events that tell that somebody uses the page; what moves by itself, such as the position of a restored page, does not. */
const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown', 'focusin'];

const MODULE_PRELOAD = ' rel="modulepreload"';
const ROUTE_MODULES_SCRIPT = ' type="module" async="">';

/**
 * Defers the page's scripts until after its first paint. React Router preloads every module in the head and starts them as soon
 * as they arrive, which on a phone delays the largest paint by a second. The page is complete without them, so they are fetched
 * once it has loaded and the browser is idle, or somebody uses the page. On public pages, they are not fetched at all if the
 * visitor saves data or the network is 2g. Only a page that is nothing without its scripts keeps the preloads.
 *
 * @param html the rendered document, with the output of `<Scripts>`
 * @throws Error if the output of `<Scripts>` is not as expected, which a newer React Router may change
 */
export function deferScripts(
  html: string,
  assets: Assets,
  matchedRouteIds: string[],
  when: ScriptStart = 'unless-saving',
): string {
  const tag = html.indexOf(ROUTE_MODULES_SCRIPT);
  if (tag < 0) throw new Error('The document has no script of route modules to defer');
  const script = startScript(assets, matchedRouteIds, when).replaceAll('<', '\\u003c');
  const start = tag + ROUTE_MODULES_SCRIPT.length;
  const links = isWithDocument(when) ? (part: string) => part : withoutPreloads;
  return links(html.slice(0, start)) + script + links(html.slice(html.indexOf('</script>', start)));
}

/** Searches for the attribute rather than for links, for speed: it runs on every document. */
function withoutPreloads(html: string): string {
  const [start = '', ...rest] = html.split(MODULE_PRELOAD);
  return rest.reduce(
    (kept, after) => kept.slice(0, kept.lastIndexOf('<link')) + after.slice(after.indexOf('>') + 1),
    start,
  );
}

function startScript(assets: Assets, matchedRouteIds: string[], when: ScriptStart): string {
  const routes = matchedRouteIds.flatMap((id) => {
    const route = assets.routes[id];
    return route ? [[id, route.module] as const] : [];
  });
  const shared = [
    ...new Set([
      assets.entry.module,
      ...assets.entry.imports,
      ...routes.flatMap(([id]) => assets.routes[id]?.imports ?? []),
    ]),
  ].filter((file) => !routes.some(([, module]) => module === file));
  const isTool = when === 'always' || isWithDocument(when);
  const manifest = isTool ? assets.url : publicManifestOf(assets.url);
  return `const c=${isTool ? 'null' : 'navigator.connection'};
if(!(c&&(c.saveData||/(^|-)2g$/.test(c.effectiveType)))){
const start=async()=>{
for(const href of ${JSON.stringify(shared)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));
const [,...modules]=await Promise.all([import(${JSON.stringify(manifest)}),${routes.map(([, file]) => `import(${JSON.stringify(file)})`).join(',')}]);
window.__reactRouterRouteModules=Object.fromEntries(${JSON.stringify(routes.map(([id]) => id))}.map((id,i)=>[id,modules[i]]));
await import(${JSON.stringify(assets.entry.module)});
};
${whenToStart(when)}
}`;
}

function whenToStart(when: ScriptStart): string {
  if (typeof when === 'string') return REPEAT_PRESS_BEFORE_HYDRATION + WHEN_IDLE;
  if (!('path' in when)) return atFirstInteraction(when);
  return openEarly(when) + REPEAT_PRESS_BEFORE_HYDRATION + NOTE_TYPED_BEFORE_HYDRATION + ONCE_PAINTED;
}

/** The manifest without the routes of the admin area, which the build writes beside the other (`scripts/trim-manifest.ts`). */
function publicManifestOf(url: string): string {
  return url.replace(/(?=[^/]*$)/, 'public-');
}

const WHEN_IDLE = `const idle=()=>(window.requestIdleCallback||setTimeout)(start);
document.readyState==="complete"?idle():addEventListener("load",idle);`;

/** After the first frame, so that what the server rendered is seen first; a window in the background paints none. */
const ONCE_PAINTED = `const painted=()=>document.hidden?start():requestAnimationFrame(()=>setTimeout(start));
document.readyState==="loading"?addEventListener("DOMContentLoaded",painted):painted();`;

/** With the version in its address, the request does not count as opening the page (`contact-routes.ts`). */
function atFirstInteraction({ version, messages }: { version: string; messages: string[] }): string {
  return `const used=()=>{
for(const name of names)removeEventListener(name,used,true);
const version=${JSON.stringify(version)},query=new URLSearchParams(location.search);
query.set("v",version);
window.mekiData={version,payload:fetch(location.pathname.replace(/\\/$/,"")+"/_payload.json?"+query).then(answer=>answer.text())};
for(const href of ${JSON.stringify(messages)})document.head.append(Object.assign(document.createElement("link"),{rel:"preload",as:"fetch",crossOrigin:"anonymous",href}));
document.readyState==="complete"?start():addEventListener("load",start);
};
const names=${JSON.stringify(INTERACTIONS)};
for(const name of names)addEventListener(name,used,true);`;
}

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
const REPEAT_PRESS_BEFORE_HYDRATION = `const events=${JSON.stringify(EVENTS)};
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
