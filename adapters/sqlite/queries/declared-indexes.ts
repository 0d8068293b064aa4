import type { Collection, IndexField } from '#core/documents/collection.ts';
import type { Database } from '../database/database.ts';
import { elementOf, type FieldSql, fieldOf, jsonPath, quoted } from './field-sql.ts';
import { arrayColumns, INDEX_PREFIX, indexIdDirection, indexName, isArrayIndex } from './index-source.ts';

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

/**
 * The statements that create and fill an index with an array field. An index in SQLite has one entry per row, but an array
 * needs one per element; so it is a table with a row per element, clustered in index order and maintained by triggers in the
 * transaction of the documents if one of these fields changes. A missing field has rank -1.
 */
function arrayIndexStatements(collection: string, index: readonly IndexField[]): string[] {
  const name = indexName(collection, index);
  const table = quoted(name);
  const columns = index.map((_, i) => arrayColumns(i));
  const order = index.flatMap((entry, i) => {
    const { rank, value } = arrayColumns(i);
    const direction = 'direction' in entry ? entry.direction : 'asc';
    return [`${rank} ${direction}`, `${value} ${direction}`];
  });
  const insert = `INSERT INTO ${table} (${columns.flatMap(({ rank, value }) => [rank, value]).join(', ')}, id, document)`;
  const when = (row: string) => `${row}.collection = '${collection}'`;
  const members = (row: string) => `(${index.map(({ field }) => `${row}.data -> ${jsonPath(field)}`).join(', ')}, 0)`;
  return [
    `CREATE TABLE ${table} (
      ${columns.flatMap(({ rank, value }) => [`${rank} INTEGER NOT NULL`, `${value} ANY NOT NULL`]).join(', ')},
      id TEXT NOT NULL,
      document INTEGER NOT NULL REFERENCES documents (key) ON DELETE CASCADE,
      PRIMARY KEY (${order.join(', ')}, id ${indexIdDirection(index)})
    ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX ${quoted(`${name}:document`)} ON ${table} (document)`,
    `CREATE TRIGGER ${quoted(`${name}:insert`)} AFTER INSERT ON documents WHEN ${when('NEW')} BEGIN
      ${insert} ${entriesOf(index, 'NEW')};
    END`,
    `CREATE TRIGGER ${quoted(`${name}:update`)} AFTER UPDATE OF data ON documents
      WHEN ${when('NEW')} AND ${members('OLD')} IS NOT ${members('NEW')} BEGIN
      DELETE FROM ${table} WHERE document = NEW.key;
      ${insert} ${entriesOf(index, 'NEW')};
    END`,
    `${insert} ${entriesOf(index, 'documents', 'documents,')} AND ${when('documents')}`,
  ];
}

/** Selects the index rows of a document's elements, without duplicates. */
function entriesOf(index: readonly IndexField[], row: string, from = ''): string {
  const data = `${row}.data`;
  const array = index.find((entry) => 'array' in entry)?.field ?? '';
  const element = elementOf('element');
  const fields = index.map((entry) => ('array' in entry ? element : orMissing(fieldOf(entry.field, data))));
  const conditions = [`json_type(${data}, ${jsonPath(array)}) = 'array'`, `${element.rank} IS NOT NULL`];
  return `SELECT DISTINCT ${fields.flatMap(({ rank, value }) => [rank, value]).join(', ')}, ${row}.id, ${row}.key
      FROM ${from} json_each(${data}, ${jsonPath(array)}) AS element
      WHERE ${conditions.join(' AND ')}`;
}

/** Primary key columns cannot be NULL. */
function orMissing({ rank, value }: FieldSql): FieldSql {
  return { rank: `coalesce(${rank}, -1)`, value: `CASE WHEN ${rank} IS NULL THEN 0 ELSE ${value} END` };
}
