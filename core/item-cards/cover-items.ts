import { items } from '../content/collections.ts';
import type { DocumentRef } from '../documents/collection.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { getDocument, queryDocuments, setDocument } from '../documents/typed-documents.ts';
import type { JobRecord } from '../jobs/jobs-collection.ts';

/** Items per read. */
const BATCH = 50;

/** Whether a job has worked through items for another purpose, or not through all; not if it never began. */
export async function isCoveringOutdated(
  store: DocumentStore,
  job: DocumentRef<JobRecord>,
  purpose: string,
): Promise<boolean> {
  const record = (await getDocument(store, job))?.data;
  return record !== undefined && (record.purpose !== purpose || record.done !== true);
}

/** How a long task is interrupted. */
export interface CoveringOptions {
  signal?: AbortSignal | undefined;
  /** Waits before each item, so that others have their turn; default: not at all. */
  pause?: (() => Promise<void>) | undefined;
}

/**
 * Works through all items once for each purpose. Resumes where it was interrupted.
 * @param options.each returns the number of documents that it has written for an item
 * @param options.onBatch called with the number of items since the start, and of documents written
 * @returns the number of documents written
 */
export async function coverItems(
  store: DocumentStore,
  job: DocumentRef<JobRecord>,
  options: CoveringOptions & {
    purpose: string;
    each(itemId: string): Promise<number>;
    onBatch?: ((items: number, written: number) => void) | undefined;
  },
): Promise<number> {
  const { purpose, each, signal, pause } = options;
  const record = (await getDocument(store, job))?.data;
  if (record?.purpose === purpose && record.done) return 0;
  let after = record?.purpose === purpose ? record.after : undefined;
  let covered = 0;
  let written = 0;
  while (!signal?.aborted) {
    const startAfter = after === undefined ? {} : { startAfter: [after] };
    const documents = await queryDocuments(store, items, { limit: BATCH, ...startAfter });
    for (const { data } of documents) {
      await pause?.();
      written += await each(data.id);
    }
    covered += documents.length;
    options.onBatch?.(covered, written);
    after = documents.at(-1)?.data.id ?? after;
    const done = documents.length < BATCH;
    await store.commit([setDocument(job, { purpose, done, ...(after !== undefined && { after }) })]);
    if (done) return written;
  }
  return written;
}
