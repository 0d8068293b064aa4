import { urlForms } from '#core/locales/localized-path.ts';
import { localeSet } from '#site-config';
import { type DeviceOwner, type MarkStore, writeMark } from './device-mark.ts';
import { isFromDevice } from './kept-mark.ts';
import { FILES_PATH } from './kept-pages.ts';
import { keptPathOf } from './kept-path.ts';
import { watchLoadedFiles } from './loaded-files.ts';

/** The path of the service worker's script. */
const WORKER_PATH = '/offline-worker.js';

/** What a window asks its worker. */
export interface KeepMessage {
  person: string;
  key: string;
  /** Paths of what the window has loaded by now. */
  files: readonly string[];
  /** Whether the page is kept already, and has loaded more since. */
  isKnown: boolean;
}

/** Asks the device to keep what this window shows. */
export interface PageKeeper {
  /** @returns a function that ends it when the window shows something else */
  keep(url: URL): () => void;
}

/** Whether the browser can keep pages, and knows whose they are, also without a window. */
export function canKeepPages(): boolean {
  return 'serviceWorker' in navigator && 'cookieStore' in window && 'locks' in navigator;
}

/** Starts to keep pages for a person, with the worker that shows them when the server cannot be reached. */
export function createPageKeeper(owner: DeviceOwner): PageKeeper {
  const started = startWorker(owner);
  const { person } = owner;

  async function keep(url: URL, signal: AbortSignal): Promise<void> {
    const path = keptPathOf(localeSet, url);
    // What came from the device is kept already, and no newer.
    if (!path || isFromDevice()) return;
    const registration = await started;
    await idle();
    if (!registration || signal.aborted) return;
    let isKnown = false;
    watchLoadedFiles(FILES_PATH, signal, (files) => {
      // Whichever worker runs by now: a newer one may have taken over.
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

/** @returns its registration once it runs; `undefined` where it cannot, which costs nobody more than the pages without a server */
async function startWorker(owner: DeviceOwner): Promise<ServiceWorkerRegistration | undefined> {
  try {
    if (!isFromDevice()) await writeMark(window.cookieStore as unknown as MarkStore, owner);
    const scopes = urlForms(localeSet, '/admin');
    const [registration] = await Promise.all(
      scopes.map((scope) => navigator.serviceWorker.register(WORKER_PATH, { scope })),
    );
    if (registration) await untilActive(registration);
    return registration;
  } catch {
    return undefined;
  }
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

function idle(): Promise<unknown> {
  return new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
}
