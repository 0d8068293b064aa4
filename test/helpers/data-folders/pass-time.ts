import {
  accountAttempts,
  invitations,
  sessions,
  verifications,
  waitingSignUps,
} from '#core/accounts/account-collections.ts';
import type { DocumentStore, JsonValue } from '#core/documents/document-store.ts';
import { openSite } from './open-site.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const DAY = 24 * 60 * MINUTE;

/** The collections with codes, rate limits, sessions and invitations. */
const COLLECTIONS = [verifications, waitingSignUps, accountAttempts, sessions, invitations];

/** Members with times. */
const MOMENTS = new Set([
  'authenticatedAt',
  'codeExpiresAt',
  'createdAt',
  'expiresAt',
  'startedAt',
  'updatedAt',
  'waitUntil',
]);

/**
 * Simulates passing time for the accounts of a data folder, also of a running server: moves all times of codes, rate limits,
 * sessions and invitations into the past.
 */
export async function passTime(dataDir: string, ms: number): Promise<void> {
  const { store, close } = await openSite(dataDir);
  try {
    for (const { name } of COLLECTIONS) await moveBack(store, name, ms);
  } finally {
    await close();
  }
}

async function moveBack(store: DocumentStore, collection: string, ms: number): Promise<void> {
  const documents = await store.runQuery({ collection });
  if (documents.length === 0) return;
  await store.commit(
    documents.map(({ path, data }) => ({
      kind: 'update',
      path,
      fields: Object.fromEntries(Object.entries(data).map(([name, value]) => [name, movedBack(name, value, ms)])),
    })),
  );
}

function movedBack(name: string, value: JsonValue, ms: number): JsonValue {
  if (typeof value === 'number') return MOMENTS.has(name) ? Math.max(0, value - ms) : value;
  if (Array.isArray(value)) return value.map((entry) => movedBack(name, entry, ms));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, movedBack(key, member, ms)]));
}
