import type { DataStorage } from './data-storage.ts';
import { createMemoryStorage } from './memory-storage.ts';

/**
 * A storage that never fails: an error is logged as a warning (`idb-open`, `idb-get` or `idb-set`), after which everything is
 * kept in memory only. Until then, memory has a copy of what was stored in this window. A closed connection is no warning: the
 * page is being left, or the person signed out in another window, which deletes the database.
 */
export function createSafeStorage(
  open: () => Promise<DataStorage>,
  warn: (message: string, error: unknown) => void,
): DataStorage {
  const memory = createMemoryStorage();
  let isBroken = false;
  const opened = open().catch((error: unknown) => {
    fail('idb-open', error);
    return undefined;
  });

  function fail(code: 'idb-open' | 'idb-get' | 'idb-set', error: unknown): void {
    if (!isBroken && !isClosed(error)) warn(`${code}: the browser keeps no data; the page works on without`, error);
    isBroken = true;
  }

  async function attempt<T>(code: 'idb-get' | 'idb-set', work: (storage: DataStorage) => Promise<T>): Promise<T> {
    const storage = await opened;
    if (storage && !isBroken) {
      try {
        return await work(storage);
      } catch (error) {
        fail(code, error);
      }
    }
    return work(memory);
  }

  return {
    get: (area, key) => attempt('idb-get', (storage) => storage.get(area, key)),
    values: (area) => attempt('idb-get', (storage) => storage.values(area)),
    async put(area, entries) {
      // Documents can be read again.
      if (area !== 'targets') await memory.put(area, entries);
      await attempt('idb-set', (storage) => storage.put(area, entries));
    },
    async inTurn(name, action) {
      const storage = await opened;
      return (storage ?? memory).inTurn(name, action);
    },
    announce: (message) => void opened.then((storage) => storage?.announce(message)),
    hear(listener) {
      let stop: (() => void) | undefined;
      let isOver = false;
      void opened.then((storage) => {
        if (!isOver) stop = storage?.hear(listener);
      });
      return () => {
        isOver = true;
        stop?.();
      };
    },
    close: () => void opened.then((storage) => storage?.close()),
  };
}

/** Whether a transaction was refused because its connection is closing: the one reason of IndexedDB for this error. */
function isClosed(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'InvalidStateError';
}
