import { endWithin } from '../clock/stored-time.ts';
import { commitAside } from '../documents/commit-aside.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import { getDocument, setDocument } from '../documents/typed-documents.ts';
import { type JobRecord, jobs } from './jobs-collection.ts';

export interface Lease {
  /** The job's name. */
  name: string;
  /** Unique per process. */
  holder: string;
  /** Duration of the lease in milliseconds. */
  length: number;
  now: number;
}

/** Acquires or renews a lease. @returns 0 if this process holds it, otherwise the milliseconds after which to try again. */
export async function takeLease(store: DocumentStore, { name, holder, length, now }: Lease): Promise<number> {
  const document = await getDocument(store, jobs.at(name));
  const record = document?.data;
  const until = endWithin(record?.until ?? 0, now, length);
  const isOthers = record?.holder !== undefined && record.holder !== holder && until > now;
  if (isOthers && until === record.until) return until - now;
  // A lease that ends later than possible was stored before the clock was set back: restart it.
  const data: JobRecord = isOthers ? { ...record, until } : { ...record, holder, until: now + length };
  const precondition = document ? { version: document.version } : { exists: false };
  try {
    await store.commit([setDocument(jobs.at(name), data, precondition)]);
    return isOthers ? length : 0;
  } catch (error) {
    if (error instanceof PreconditionFailed) return length;
    throw error;
  }
}

/** Releases a lease early, so that another process need not wait. If the store cannot be written, the lease expires. */
export async function giveBackLease(
  store: DocumentStore,
  { name, holder }: Pick<Lease, 'name' | 'holder'>,
): Promise<void> {
  const document = await getDocument(store, jobs.at(name));
  if (document?.data.holder !== holder) return;
  try {
    const precondition = { version: document.version };
    await commitAside(store, [{ kind: 'update', path: document.path, fields: { until: 0 }, precondition }]);
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error;
  }
}

/** Milliseconds between attempts to acquire a lease that another process holds. */
const ATTEMPT_INTERVAL = 500;

/** Runs work under a lease, and waits as long as another process holds it. The work must end before the lease does. */
export async function withLease<T>(
  store: DocumentStore,
  { name, length }: Pick<Lease, 'name' | 'length'>,
  work: () => Promise<T>,
): Promise<T> {
  const holder = crypto.randomUUID();
  for (;;) {
    const wait = await takeLease(store, { name, holder, length, now: Date.now() });
    if (wait === 0) break;
    await new Promise((resolve) => setTimeout(resolve, Math.min(wait, ATTEMPT_INTERVAL)));
  }
  try {
    return await work();
  } finally {
    await giveBackLease(store, { name, holder });
  }
}
