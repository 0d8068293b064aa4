import type { DocumentData, DocumentStore } from '../documents/document-store.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import { type JobRecord, jobPath } from './jobs-collection.ts';

export interface Lease {
  /** Which work it is for. */
  name: string;
  /** Which process asks; another text for each. */
  holder: string;
  /** Milliseconds for which it is asked. */
  length: number;
  now: number;
}

/**
 * Takes work for one process, or keeps it. @returns 0 when it is this process's until then, else the milliseconds after
 * which to ask again.
 */
export async function takeLease(store: DocumentStore, { name, holder, length, now }: Lease): Promise<number> {
  const path = jobPath(name);
  const [document] = await store.batchGet([path]);
  const record = document?.data as JobRecord | undefined;
  const isOthers = record?.holder !== undefined && record.holder !== holder && (record.until ?? 0) > now;
  if (isOthers) return Math.min(length, (record.until ?? 0) - now);
  const data: JobRecord = { ...record, holder, until: now + length };
  const precondition = document ? { version: document.version } : { exists: false };
  try {
    await store.commit([{ kind: 'set', path, data: data as DocumentData, precondition }]);
    return 0;
  } catch (error) {
    if (error instanceof PreconditionFailed) return length;
    throw error;
  }
}

/** Gives work back before its time, so that another process need not wait. */
export async function giveBackLease(
  store: DocumentStore,
  { name, holder }: Pick<Lease, 'name' | 'holder'>,
): Promise<void> {
  const path = jobPath(name);
  const [document] = await store.batchGet([path]);
  if (!document || (document.data as JobRecord).holder !== holder) return;
  try {
    await store.commit([{ kind: 'update', path, fields: { until: 0 }, precondition: { version: document.version } }]);
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error;
  }
}
