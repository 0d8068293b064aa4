/**
 * A fair queue: clients take turns (round robin), so that a client with one entry does not wait for all entries of another.
 * Each client's entries are first in, first out.
 */
export interface FairLine<T> {
  readonly size: number;
  /**
   * @returns the entry dropped when full: the last one of the client with the most, possibly this one; `undefined` if there is
   * space
   */
  add(client: string, entry: T): T | undefined;
  /** Removes and returns the next entry; `undefined` if empty. */
  take(): T | undefined;
}

/** @param most maximum entries of all clients */
export function createFairLine<T>(most: number): FairLine<T> {
  /** In the order of turns. Clients without entries are removed. */
  const clients = new Map<string, T[]>();
  let size = 0;

  function removeLastOfLargest(): T | undefined {
    let largest = '';
    for (const [client, { length }] of clients) {
      if (length > (clients.get(largest)?.length ?? 0)) largest = client;
    }
    const entries = clients.get(largest) ?? [];
    if (entries.length === 1) clients.delete(largest);
    size -= 1;
    return entries.pop();
  }

  return {
    get size() {
      return size;
    },
    add(client, entry) {
      const entries = clients.get(client);
      if (entries) entries.push(entry);
      else clients.set(client, [entry]);
      size += 1;
      return size > most ? removeLastOfLargest() : undefined;
    },
    take() {
      const [next] = clients;
      if (!next) return undefined;
      const [client, entries] = next;
      clients.delete(client);
      const entry = entries.shift();
      if (entries.length > 0) clients.set(client, entries);
      size -= 1;
      return entry;
    },
  };
}
