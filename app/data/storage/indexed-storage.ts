import type { Announcement, Area, DataStorage } from './data-storage.ts';

/** Prefix of each person's database, followed by their id. */
const PREFIX = 'meki-data:';

const AREAS: readonly Area[] = ['targets', 'writes', 'facts'];

/** Opens the storage of a person in IndexedDB. @throws {DOMException} if the browser refuses it */
export async function openIndexedStorage(person: string): Promise<DataStorage> {
  const name = PREFIX + person;
  const database = await open(name);
  // Another window deletes what a person kept who has signed out.
  database.onversionchange = () => database.close();
  const channel = new BroadcastChannel(name);
  let isOpen = true;
  const areaOf = (area: Area) => database.transaction(area).objectStore(area);
  return {
    get: (area, key) => done(areaOf(area).get(key)),
    values: (area) => done(areaOf(area).getAll()),
    async put(area, entries) {
      const transaction = database.transaction(area, 'readwrite');
      const store = transaction.objectStore(area);
      for (const [key, value] of Object.entries(entries)) {
        if (value === undefined) store.delete(key);
        else store.put(value, key);
      }
      await ended(transaction);
    },
    inTurn: async (action, work) => await navigator.locks.request(`${name} ${action}`, work),
    // A request may end after the page has left its storage.
    announce: (message) => void (isOpen && channel.postMessage(message)),
    hear(listener) {
      const onMessage = ({ data }: MessageEvent<Announcement>) => listener(data);
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
    close() {
      isOpen = false;
      channel.close();
      database.close();
    },
  };
}

/**
 * Deletes what is kept of documents, of anyone: called when nobody is signed in. Changes that were not sent yet wait until their
 * author signs in again.
 */
export async function forgetData(): Promise<void> {
  const all = await indexedDB.databases();
  const names = all.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name] : []));
  await Promise.all(names.map(forgetDatabase));
}

async function forgetDatabase(name: string): Promise<void> {
  const database = await open(name);
  try {
    const transaction = database.transaction(AREAS as string[], 'readwrite');
    transaction.objectStore('targets').clear();
    const unsent = await done(transaction.objectStore('writes').count());
    if (unsent > 0) return;
  } finally {
    database.close();
  }
  await done(indexedDB.deleteDatabase(name));
}

function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    for (const area of AREAS) request.result.createObjectStore(area);
  };
  return done(request);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
}
