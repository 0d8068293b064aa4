import type { Announcement, DataStorage } from './data-storage.ts';

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

/** A storage that ends with the page, for browsers that refuse to keep anything. */
export function createMemoryStorage(): DataStorage {
  const areas = new Map<string, Map<string, unknown>>();
  const turns = new Map<string, Promise<unknown>>();
  const listeners = new Set<(message: Announcement) => void>();

  const areaOf = (name: string) => {
    const area = areas.get(name) ?? new Map<string, unknown>();
    areas.set(name, area);
    return area;
  };

  return {
    get: async (area, key) => structuredClone(areaOf(area).get(key)) as never,
    values: async (area) =>
      [...areaOf(area)]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, value]) => structuredClone(value)) as never,
    async put(area, entries) {
      for (const [key, value] of Object.entries(entries)) {
        if (value === undefined) areaOf(area).delete(key);
        else areaOf(area).set(key, structuredClone(value));
      }
    },
    inTurn(name, action) {
      const result = (turns.get(name) ?? Promise.resolve()).then(action);
      turns.set(
        name,
        result.catch(() => {}),
      );
      return result;
    },
    announce(message) {
      for (const listener of listeners) listener(message);
    },
    hear(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {},
  };
}
