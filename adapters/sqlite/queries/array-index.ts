import type { IndexField } from '#core/documents/collection.ts';
import { elementOf, type FieldSql, fieldOf, jsonPath, quoted } from './field-sql.ts';
import { arrayColumns, indexIdDirection, indexName } from './index-source.ts';

/**
 * The statements that create and fill an index with an array field. An index in SQLite has one entry per row, but an array
 * needs one per element; so it is a table with a row per element, clustered in index order and maintained by triggers in the
 * transaction of the documents. A missing field has rank -1.
 */
export function arrayIndexStatements(collection: string, index: readonly IndexField[]): string[] {
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
    `CREATE TRIGGER ${quoted(`${name}:update`)} AFTER UPDATE OF data ON documents WHEN ${when('NEW')} BEGIN
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
