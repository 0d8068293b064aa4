/**
 * Opens a data folder like a newer build that declares other indexes: every collection has one new index, and none of the old
 * ones. Run as `node open-as-newer-build.ts FOLDER`. Prints a refusal, which is allowed.
 */
import { join } from 'node:path';
import { DatabaseInUse } from '#adapters/sqlite/database/use-lock.ts';
import { openSqlite } from '#adapters/sqlite/open-sqlite.ts';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { collections } from '#server/services/services.ts';

const [folder = ''] = process.argv.slice(2);
const newer = collections.map((collection) => ({
  ...collection,
  indexes: [[{ field: 'createdAt', direction: 'desc' as const }]],
}));
try {
  const { store } = openSqlite({ file: join(folder, 'meki.sqlite'), collections: newer });
  await store.close();
} catch (error) {
  if (!(error instanceof StoreUnavailable || error instanceof DatabaseInUse)) throw error;
  process.stdout.write(`${error.message}\n`);
}
