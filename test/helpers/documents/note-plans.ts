import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createSqliteDocumentStore, type SqliteDocumentStore } from '#adapters/sqlite/document-store.ts';
import type { Collection } from '#core/documents/collection.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';

/** A store on disk, removed when its test ends. */
export async function openSqlite(collections: Collection[]): Promise<SqliteDocumentStore> {
  const folder = await mkdtemp(join(tmpdir(), 'meki-plans-'));
  const sqlite = createSqliteDocumentStore({ file: join(folder, 'test.sqlite'), collections });
  onTestFinished(async () => {
    await sqlite.close();
    await rm(folder, { recursive: true });
  });
  return sqlite;
}

/** A store that records the query plans. */
export function notePlans(sqlite: SqliteDocumentStore) {
  const plans: { asked: string; line: string }[] = [];
  const note = (asked: object, lines: string[]) => {
    plans.push(...lines.map((line) => ({ asked: JSON.stringify(asked), line })));
  };
  const store: DocumentStore = {
    ...sqlite,
    runQuery(query) {
      note(query, sqlite.explainQuery(query));
      return sqlite.runQuery(query);
    },
    runAggregation(query, aggregations) {
      note(query, sqlite.explainQuery(query, aggregations));
      return sqlite.runAggregation(query, aggregations);
    },
  };
  return {
    store,
    /** Fails unless all queries used an index for filter and order, with at most this many steps. */
    expectIndexed(steps = 0) {
      expect(plans.length).toBeGreaterThan(steps);
      expect(plans.filter(({ line }) => /SCAN|TEMP B-TREE/.test(line))).toEqual([]);
    },
  };
}
