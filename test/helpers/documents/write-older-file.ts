import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSqliteDocumentStore } from '#adapters/sqlite/document-store.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';

/** Writes a database file as an older Meki would: documents by path, only the first migrations, no indexes. */
export async function writeOlderFile(documents: { [path: string]: object }, migrations: number): Promise<string> {
  const file = join(makeTemporaryFolder(), 'meki.db');
  await createSqliteDocumentStore({ file, collections: [] }).close();
  const connection = new DatabaseSync(file);
  const insert = connection.prepare(
    'INSERT INTO documents (collection, id, version, created_at, updated_at, data) VALUES (?, ?, 1, 1, 1, jsonb(?))',
  );
  for (const [path, data] of Object.entries(documents)) {
    const [collection = '', id = ''] = path.split('/');
    insert.run(collection, id, JSON.stringify(data));
  }
  connection.exec('UPDATE store SET version = 1');
  connection.exec(`PRAGMA user_version = ${migrations}`);
  connection.close();
  return file;
}
