import type { Collection, IndexField } from '#core/documents/collection.ts';
import type { Database } from '../database/database.ts';
import { arrayIndexStatements } from './array-index.ts';
import { fieldOf, quoted } from './field-sql.ts';
import { INDEX_PREFIX, indexIdDirection, indexName, isArrayIndex } from './index-source.ts';

/**
 * Makes the database's indexes match the declared ones: drops others and creates missing ones. Writes nothing if they match.
 * @throws {DatabaseInUse} if they do not match and another process uses the database, because its queries name its indexes
 */
export function matchDeclaredIndexes(database: Database, collections: Iterable<Collection>): void {
  const declared = new Map<string, string[]>();
  for (const { name: collection, indexes } of collections) {
    for (const index of indexes) declared.set(indexName(collection, index), statementsFor(collection, index));
  }
  database.changingSchema(
    () => differences(database, declared).length === 0,
    () => {
      for (const statement of differences(database, declared)) database.exec(statement);
    },
  );
}

function differences(database: Database, declared: ReadonlyMap<string, string[]>): string[] {
  const rows = database.all(
    "SELECT name, type FROM sqlite_schema WHERE type IN ('index', 'table') AND substr(name, 1, ?) = ?",
    INDEX_PREFIX.length,
    INDEX_PREFIX,
  );
  // Triggers and the inner index of an array index have longer names, and are dropped with its table.
  const present = new Map(rows.map(([name, type]) => [String(name), String(type)]));
  const dropped = [...present].flatMap(([name, type]) =>
    declared.has(name) || name.endsWith(':document') ? [] : dropStatements(name, type),
  );
  const made = [...declared].flatMap(([name, statements]) => (present.has(name) ? [] : statements));
  return [...dropped, ...made];
}

function dropStatements(name: string, type: string): string[] {
  if (type === 'index') return [`DROP INDEX ${quoted(name)}`];
  const triggers = ['insert', 'update'].map((event) => `DROP TRIGGER ${quoted(`${name}:${event}`)}`);
  return [...triggers, `DROP TABLE ${quoted(name)}`];
}

function statementsFor(collection: string, index: readonly IndexField[]): string[] {
  if (isArrayIndex(index)) return arrayIndexStatements(collection, index);
  const columns = index.flatMap((entry) => {
    const { rank, value } = fieldOf(entry.field);
    const direction = 'direction' in entry ? entry.direction : 'asc';
    return [`${rank} ${direction}`, `${value} ${direction}`];
  });
  columns.push(`id ${indexIdDirection(index)}`);
  const name = quoted(indexName(collection, index));
  return [`CREATE INDEX ${name} ON documents (${columns.join(', ')}) WHERE collection = '${collection}'`];
}
