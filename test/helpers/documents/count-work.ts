import type { DocumentStore } from '#core/documents/document-store.ts';
import type { Drafts } from '#core/drafts/drafts.ts';

/** Counts, from now on, how often each document is read and the drafts of each item are settled. */
export function countWork({ store, drafts }: { store: DocumentStore; drafts: Drafts }) {
  const counts = { read: new Map<string, number>(), settled: new Map<string, number>() };
  const count = (kind: keyof typeof counts, name: string) => counts[kind].set(name, (counts[kind].get(name) ?? 0) + 1);
  const { batchGet, runQuery } = store;
  const { settle } = drafts;
  store.batchGet = (paths) => {
    for (const path of paths) count('read', path);
    return batchGet(paths);
  };
  store.runQuery = async (query) => {
    const documents = await runQuery(query);
    for (const { path } of documents) count('read', path);
    return documents;
  };
  drafts.settle = (id) => {
    count('settled', id);
    return settle(id);
  };
  return {
    /** How often each item was settled, and the documents that were read more than once, since the last call. */
    take() {
      const settled = Object.fromEntries(counts.settled);
      const readAgain = [...counts.read].filter(([, times]) => times > 1).map(([path]) => path);
      counts.settled.clear();
      counts.read.clear();
      return { settled, readAgain };
    },
  };
}
