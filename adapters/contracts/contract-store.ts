import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { type Collection, defineCollection } from '#core/documents/collection.ts';
import type { DocumentData, DocumentStore, Write } from '#core/documents/document-store.ts';
import type { ChangeRetention } from '#core/documents/listening/change-source.ts';

/** Options for the store under test. */
export interface ContractStoreOptions {
  collections: Collection[];
  now?: () => number;
  changeRetention?: ChangeRetention;
}

/** Reasons why tests of what only some stores do are skipped, and how much is tried. */
export interface StoreLimits {
  /** Snapshots of single commits. */
  commits?: string;
  /** Resume tokens of `listen`, which may always give the whole state. */
  resuming?: string;
  /** A limit of what is kept of the changes. */
  retention?: string;
  /** Maximum runs of each property, where every operation is a request. */
  runs?: number;
}

/** A title that says why a test is skipped, if it is. */
export function titled(title: string, reason: string | undefined): string {
  return reason === undefined ? title : `${title} (skipped: ${reason})`;
}

/** Creates an empty store. Cleans up with `onTestFinished`. */
export type CreateStore = (options: ContractStoreOptions) => DocumentStore | Promise<DocumentStore>;

/** Documents without a fixed schema, with an index of each kind and opaque members. */
export const things = defineCollection({
  name: 'things',
  schema: z.record(z.string(), z.unknown()),
  policy: { read: 'private' },
  opaque: ['opaque', 'each.*.opaque'],
  feed: ['a', 'deep.n'],
  indexes: [
    [{ field: 'a', direction: 'asc' }],
    [
      { field: 'a', direction: 'asc' },
      { field: 'b', direction: 'desc' },
    ],
    [
      { field: 'b', direction: 'desc' },
      { field: 'deep.n', direction: 'asc' },
    ],
    [
      { field: 'tags', array: true },
      { field: 'b', direction: 'asc' },
    ],
    [
      { field: 'a', direction: 'asc' },
      { field: 'tags', array: true },
      { field: 'b', direction: 'desc' },
    ],
  ],
});

/** Documents with a schema. */
export const people = defineCollection({
  name: 'people',
  schema: z.strictObject({ name: z.string().min(1), age: z.number().optional(), seen: z.array(z.string()).optional() }),
  policy: { read: 'public' },
  indexes: [[{ field: 'name', direction: 'asc' }]],
});

/** A store with the contract's collections, closed when its test ends. */
export async function openStore(createStore: CreateStore, options: Partial<ContractStoreOptions> = {}) {
  const store = await createStore({ collections: [things, people], ...options });
  onTestFinished(() => store.close());
  return store;
}

/** Writes that set documents of `things`, by id. */
export function settings(documents: { [id: string]: DocumentData }): Write[] {
  return Object.entries(documents).map(([id, data]) => ({ kind: 'set', path: `things/${id}`, data }));
}

/** The version of the first document of a commit. */
export async function versionAfter(store: DocumentStore, writes: Write[]): Promise<number> {
  const [version] = (await store.commit(writes)).versions;
  if (version === undefined) throw new Error('the commit answers without the version of what it wrote');
  return version;
}

/** The data of one document of `things`. */
export async function dataOf(store: DocumentStore, id: string): Promise<DocumentData | undefined> {
  const [document] = await store.batchGet([`things/${id}`]);
  return document?.data;
}

/** An error handler for listeners that fails the test. */
export const noError = {
  onError(error: Error): void {
    throw error;
  },
};
