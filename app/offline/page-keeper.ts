import { urlForms } from '#core/locales/localized-path.ts';
import { localeSet } from '#site-config';
import { type DeviceOwner, deviceMarks, writeMark } from './device-mark.ts';
import { isFromDevice } from './kept-mark.ts';
import { keptPathOf } from './kept-path.ts';
import { FILES_PATH } from './offline-pages.ts';

/** The part of React Router's build manifest that is used; the router stores it on `window`. */
interface BuildManifest {
  /** Its own address. */
  url: string;
}

/** The path of the service worker's script. */
const WORKER_PATH = '/offline-worker.js';

/** Maximum wait for a browser that is never idle, in milliseconds. Source: Meki's own. */
const IDLE_TIMEOUT = 2_000;

/** A window's message to its worker. */
export interface KeepMessage {
  person: string;
  key: string;
  /** Paths of the files that the window has loaded so far. */
  files: readonly string[];
  /** Whether this visit of the page should be stored already, so that only files are added. */
  isKnown: boolean;
}

/** Asks the worker to store what this window shows. */
export interface PageKeeper {
  /** @returns a function to call when the window shows something else */
  keep(url: URL): () => void;
}

/** Starts to store pages for a person, and registers the worker that serves them when the server cannot be reached. */
export function createPageKeeper(owner: DeviceOwner): PageKeeper {
  const { person } = owner;
  let starting: Promise<boolean> | undefined;

  /** Tried again with the next page after a failure. */
  async function start(): Promise<boolean> {
    // After everything that the person waits for.
    starting ??= idle().then(() => startWorker(owner));
    const isRunning = await starting;
    if (!isRunning) starting = undefined;
    return isRunning;
  }

  async function keep(url: URL, signal: AbortSignal): Promise<void> {
    const path = keptPathOf(localeSet, url);
    // A page served from the device is already stored.
    if (!path || isFromDevice()) return;
    if (!(await start())) return;
    // A page's document is fetched through the worker of its own scope.
    const registration = await navigator.serviceWorker.getRegistration(url.href);
    await idle();
    if (!registration || signal.aborted) return;
    let isKnown = false;
    watchLoadedFiles(FILES_PATH, signal, (files) => {
      // The currently active worker: a newer one may have taken over.
      registration.active?.postMessage({ person, key: path.key, files, isKnown } satisfies KeepMessage);
      isKnown = true;
    });
  }

  return {
    keep(url) {
      const controller = new AbortController();
      void keep(url, controller.signal);
      return () => controller.abort();
    },
  };
}

/** @returns whether it runs, for every form of the admin area's addresses; otherwise there are only no offline pages */
async function startWorker(owner: DeviceOwner): Promise<boolean> {
  try {
    if (!isFromDevice()) await writeMark(deviceMarks(), owner);
    const scopes = urlForms(localeSet, '/admin');
    await Promise.all(scopes.map(async (scope) => untilActive(await register(scope))));
    return true;
  } catch {
    return false;
  }
}

/** The browser updates an existing worker itself on navigation. */
async function register(scope: string): Promise<ServiceWorkerRegistration> {
  const known = await navigator.serviceWorker.getRegistration(scope);
  return known ?? navigator.serviceWorker.register(WORKER_PATH, { scope });
}

async function untilActive({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const coming = installing ?? waiting;
  if (active || !coming) return;
  await new Promise<void>((resolve) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated' || coming.state === 'redundant') resolve();
    });
  });
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT });
    else setTimeout(resolve);
  });
}

/**
 * Reports the files under a path that the window has loaded, and those needed for links to other admin pages: immediately, and
 * again whenever there are more.
 */
export function watchLoadedFiles(under: string, signal: AbortSignal, tell: (files: readonly string[]) => void): void {
  const files = new Set<string>();
  const note = (entries: readonly PerformanceEntry[]) => {
    for (const { name } of entries) {
      const { origin, pathname } = new URL(name);
      if (origin === window.location.origin && pathname.startsWith(under)) files.add(pathname);
    }
  };
  note(performance.getEntriesByType('resource'));
  tell([...files]);
  const observer = new PerformanceObserver((list) => {
    const before = files.size;
    note(list.getEntries());
    if (files.size > before) tell([...files]);
  });
  observer.observe({ type: 'resource', buffered: true });
  void routeFiles(signal).then((found) => {
    for (const file of found) files.add(file);
    if (found.length > 0 && !signal.aborted) tell([...files]);
  });
  signal.addEventListener('abort', () => observer.disconnect());
}

/**
 * Without them, a link could not even lead to the offline page. The build lists them beside its manifest. Empty if they cannot
 * be fetched.
 */
async function routeFiles(signal: AbortSignal): Promise<string[]> {
  const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: BuildManifest };
  if (!manifest) return [];
  try {
    const answer = await fetch(manifest.url.replace(/manifest-(.*)\.js$/, 'admin-files-$1.json'), { signal });
    return answer.ok ? ((await answer.json()) as string[]) : [];
  } catch {
    return [];
  }
}
