import type { Announcement, DataStorage } from './data-storage.ts';

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
