import { accountAttempts, sessions, verifications } from '#core/accounts/account-collections.ts';
import type { Collection } from '#core/documents/collection.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import site from '#site-config';
import { createServices } from '../../server/services.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const DAY = 24 * 60 * MINUTE;

/** Where codes, waits and sessions say when they began and when they end. */
const MOMENTS: [Collection, string[]][] = [
  [verifications as Collection, ['expiresAt']],
  [accountAttempts as Collection, ['waitUntil', 'expiresAt']],
  [sessions as Collection, ['createdAt', 'updatedAt', 'expiresAt', 'authenticatedAt']],
];

/**
 * Lets time pass for the accounts of a data folder, also of a running server: every moment that codes, waits and sessions
 * hold moves so many milliseconds into the past.
 */
export async function passTime(dataDir: string, ms: number): Promise<void> {
  const { store, close } = createServices({ dataDir }, site, { warn: () => {} });
  try {
    for (const [{ name }, fields] of MOMENTS) await moveBack(store, name, fields, ms);
  } finally {
    await close();
  }
}

async function moveBack(store: DocumentStore, collection: string, fields: string[], ms: number): Promise<void> {
  const documents = await store.runQuery({ collection });
  if (documents.length === 0) return;
  await store.commit(
    documents.map(({ path, data }) => ({
      kind: 'update',
      path,
      fields: Object.fromEntries(fields.map((field) => [field, Math.max(0, Number(data[field]) - ms)])),
    })),
  );
}
