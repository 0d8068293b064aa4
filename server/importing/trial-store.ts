import type { DocumentPath, DocumentStore } from '#core/documents/document-store.ts';

/**
 * A store that shows what commits would do: it reads documents from `store`, and applies commits to copies in `copies`, an empty
 * store without schemas. Queries find what `store` has.
 */
export function createTrialStore(store: DocumentStore, copies: DocumentStore): DocumentStore {
  const known = new Set<DocumentPath>();

  async function load(paths: readonly DocumentPath[]): Promise<void> {
    const unread = [...new Set(paths)].filter((path) => !known.has(path));
    if (unread.length === 0) return;
    for (const document of await store.batchGet(unread)) {
      if (!document) continue;
      const { path, data, createdAt, updatedAt } = document;
      await copies.commit([{ kind: 'set', path, data, times: { createdAt, updatedAt } }]);
    }
    for (const path of unread) known.add(path);
  }

  return {
    ...store,
    async batchGet(paths) {
      await load(paths);
      return copies.batchGet(paths);
    },
    async commit(writes) {
      await load(writes.map(({ path }) => path));
      return copies.commit(writes);
    },
    close: () => copies.close(),
  };
}
