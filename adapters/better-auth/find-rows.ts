import type { Where } from 'better-auth';
import type { DocumentPath, DocumentStore } from '#core/documents/document-store.ts';
import { InvalidQuery } from '#core/documents/errors.ts';
import { emailPath, MODEL_NAMES, pathOfField, type Row, toRow } from './model-documents.ts';

/** Most rows of one user that are looked at. */
const MAX_ROWS = 1000;

/**
 * The rows that match all conditions. One of them must lead to documents: an id, a token, an email or a user; nothing else
 * is ever asked, and no collection is read through.
 * @throws {InvalidQuery} for other conditions.
 */
export async function findRows(store: DocumentStore, model: string, where: Where[]): Promise<Row[]> {
  const conditions = where.map((condition) => {
    const { operator = 'eq', connector = 'AND' } = condition;
    if (operator !== 'eq' || connector !== 'AND') throw new InvalidQuery(`${model}: ${operator} is not offered`);
    return condition;
  });
  for (const { field, value } of conditions) {
    const path = await pathOfField(model, field, value);
    if (path)
      return matching(
        await rowAt(store, path),
        conditions.filter((other) => other.field !== field),
      );
  }
  for (const { field, value } of conditions) {
    if (model === MODEL_NAMES.user && field === 'email') {
      const [holder] = await store.batchGet([await emailPath(String(value))]);
      const rows = holder ? await rowAt(store, `${model}/${holder.data.userId}`) : [];
      return matching(rows, conditions);
    }
    if (field === 'userId') {
      const filter = { field, op: '==' as const, value: String(value) };
      const documents = await store.runQuery({ collection: model, where: [filter], limit: MAX_ROWS });
      return matching(
        documents.map(({ path, data }) => toRow(idOf(path), data)),
        conditions,
      );
    }
  }
  throw new InvalidQuery(`${model} cannot be found by ${conditions.map(({ field }) => field).join(', ') || 'nothing'}`);
}

async function rowAt(store: DocumentStore, path: DocumentPath): Promise<Row[]> {
  const [document] = await store.batchGet([path]);
  return document ? [toRow(idOf(path), document.data)] : [];
}

function matching(rows: Row[], conditions: Where[]): Row[] {
  return rows.filter((row) => conditions.every(({ field, value }) => row[field] === value));
}

function idOf(path: string): string {
  return path.slice(path.indexOf('/') + 1);
}
