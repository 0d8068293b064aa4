import { z } from 'zod';
import { defineCollection } from '../documents/collection.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { deleteFound } from '../documents/retry-on-conflict.ts';
import { getDocument, setDocument } from '../documents/typed-documents.ts';
import { BATCH_REFUSALS, MOST_PENDING_BATCHES, type Registration } from './live-protocol.ts';

const id = z.string().min(1).max(200);

const liveClientSchema = z.strictObject({
  userId: id,
  /** Only this session may write as the client. */
  sessionId: id,
  /** The number of the last batch that was applied or refused; 0 for none. */
  last: z.int().nonnegative(),
  /** Those among the last batches that were refused; a client repeats at most as many. */
  refusals: z
    .array(z.strictObject({ number: z.int().positive(), refused: z.enum(BATCH_REFUSALS) }))
    .max(MOST_PENDING_BATCHES),
  expiresAt: z.number().nonnegative(),
});

export type LiveClient = z.infer<typeof liveClientSchema>;

/** `live-clients/{id}`: browsers that write, and how far they are. */
export const liveClients = defineCollection({
  name: 'live-clients',
  schema: liveClientSchema,
  indexes: [
    [{ field: 'expiresAt', direction: 'asc' }],
    [
      { field: 'userId', direction: 'asc' },
      { field: 'expiresAt', direction: 'asc' },
    ],
  ],
  policy: { read: 'private' },
});

const DAY = 24 * 3_600_000;

/** How long a client is remembered after its last write, in milliseconds: as long as a session can last. */
const CLIENT_LIFE = 180 * DAY;

/** The same for a client that has never written. Browsers register when they have something to write. */
const SILENT_CLIENT_LIFE = DAY;

/** Maximum clients of an account. Source: Meki's own; more than the browsers of a person. */
export const MOST_CLIENTS = 32;

/** Maximum clients that a registration removes: more than can be registered at the same time. */
const MOST_REMOVED = 100;

/** When a client that writes now may be forgotten. */
export function endAfterWrite(now = Date.now()): number {
  return now + CLIENT_LIFE;
}

/**
 * Gives a browser an id for its writes, for as long as the session lasts. Beyond the limit of the account, clients that never
 * wrote are forgotten, then those that wrote longest ago.
 * @param former the browser's former id: what is known of its writes, if it belongs to the same person
 */
export async function registerClient(
  store: DocumentStore,
  { userId, sessionId, former, now = Date.now() }: { userId: string; sessionId: string; former?: string; now?: number },
): Promise<Registration> {
  const known = former === undefined ? undefined : await getDocument(store, liveClients.at(former));
  const others = await store.runQuery({
    collection: liveClients.name,
    where: [{ field: 'userId', op: '==', value: userId }],
    orderBy: [{ field: 'expiresAt', direction: 'asc' }],
    limit: MOST_CLIENTS + MOST_REMOVED,
  });
  const removed = others.slice(0, Math.max(0, others.length + 1 - MOST_CLIENTS));
  const client = crypto.randomUUID();
  const record = { userId, sessionId, last: 0, refusals: [], expiresAt: now + SILENT_CLIENT_LIFE };
  await store.commit([
    setDocument(liveClients.at(client), record, { exists: false }),
    ...removed.map(({ path }) => ({ kind: 'delete', path }) as const),
  ]);
  if (known?.data.userId !== userId) return { client };
  const { last, refusals } = known.data;
  return { client, former: { last, refusals } };
}

/** Forgets clients that have not written for long. @returns their number. */
export function pruneClients(store: DocumentStore, now = Date.now()): Promise<number> {
  return deleteFound(store, {
    collection: liveClients.name,
    where: [{ field: 'expiresAt', op: '<', value: now }],
  });
}
