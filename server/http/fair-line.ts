/**
 * Entries of many clients, who take turns: whoever has one entry waits for one of each other client, and not for all that a
 * single one sent. Each client's own are first in, first out.
 */
export interface FairLine<T> {
  readonly size: number;
  /** @returns what has no place: the last entry of whoever has the most, which may be this one; `undefined` while there is room */
  add(client: string, entry: T): T | undefined;
  /** The entry whose turn it is; `undefined` when there is none. */
  take(): T | undefined;
}

/** @param most entries of all clients */
export function createFairLine<T>(most: number): FairLine<T> {
  /** In the order of their turns. Nobody is in it without an entry. */
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
