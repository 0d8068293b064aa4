import { localeSet } from '#site-config';
import { openOfflinePages } from '../offline-pages.ts';
import type { KeepMessage } from '../page-keeper.ts';
import { createRequestAnswerer } from './answer-request.ts';
import { createPageStore } from './keep-page.ts';

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly resultingClientId: string;
  respondWith(response: Promise<Response>): void;
}

interface KeepEvent extends ExtendableEvent {
  readonly data: KeepMessage;
  readonly source: { id: string } | null;
}

/** The global scope of a service worker. The platform's types include either pages or workers. */
interface WorkerScope {
  readonly origin: string;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: KeepEvent) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
const pages = openOfflinePages();
const answer = createRequestAnswerer({
  set: localeSet,
  origin: scope.origin,
  pages,
  fetch: (request) => fetch(request),
});
const store = createPageStore({ pages, fetch: (path) => fetch(path, { headers: { Accept: 'text/html' } }) });

// A newer worker takes over at once: the format of stored pages does not depend on it.
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener('message', (event) => {
  // A page that cannot be stored, for example because the device is full, is only missing offline.
  event.waitUntil(store.keep(event.data, event.source?.id ?? '').catch(() => {}));
});
scope.addEventListener('fetch', (event) => {
  const response = answer({
    request: event.request,
    later: (work) => event.waitUntil(work),
    arrived: (key, document) => store.noteArrival(event.resultingClientId, key, document),
  });
  if (response) event.respondWith(response);
});
