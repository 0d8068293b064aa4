/** An in-memory Cache API with the methods that the product uses. */
export function createFakeCaches(origin: string) {
  const caches = new Map<string, Map<string, Response>>();
  const keyOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, origin).href;

  function cacheOf(entries: Map<string, Response>): Cache {
    return {
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
      match: async (request) => entries.get(keyOf(request))?.clone(),
      put: async (request, response) => void entries.set(keyOf(request), response),
      delete: async (request) => entries.delete(keyOf(request)),
    } satisfies Pick<Cache, 'keys' | 'match' | 'put' | 'delete'> as Partial<Cache> as Cache;
  }

  return {
    keys: async () => [...caches.keys()],
    async open(name: string) {
      const entries = caches.get(name) ?? new Map<string, Response>();
      caches.set(name, entries);
      return cacheOf(entries);
    },
    delete: async (name: string) => caches.delete(name),
    async match(request: RequestInfo | URL) {
      const entries = [...caches.values()].find((kept) => kept.has(keyOf(request)));
      return entries?.get(keyOf(request))?.clone();
    },
    /** The addresses in each cache, without the origin. */
    contents: () =>
      Object.fromEntries(
        [...caches].map(([name, entries]) => [name, [...entries.keys()].map((url) => url.slice(origin.length)).sort()]),
      ),
  };
}
