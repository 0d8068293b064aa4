import { accountPath, credentials, sessions, users, verifications } from '#core/accounts/account-collections.ts';
import { digestOf } from '#core/accounts/secret-values.ts';
import type { DocumentData, DocumentPath, JsonValue } from '#core/documents/document-store.ts';
import { callContext } from './call-context.ts';

/** A row as better-auth sees it. */
export type Row = Record<string, unknown> & { id: string };

/** The collections of better-auth's models, by the names that it is configured with. */
export const MODEL_NAMES = {
  user: users.name,
  session: sessions.name,
  account: credentials.name,
  verification: verifications.name,
} as const;

/** Members of a row that a document does not hold. */
const NOT_STORED = ['id', 'token', 'ipAddress', 'userAgent'];

const TIMES = ['createdAt', 'updatedAt', 'expiresAt'];

/** Where a new row is kept: sessions by the digest of their token, credentials by their user. */
export async function idOfNewRow(model: string, row: Record<string, unknown>): Promise<string> {
  if (model === MODEL_NAMES.session) return digestOf(String(row.token));
  if (model === MODEL_NAMES.account) return `${row.userId}:${row.providerId}`;
  return String(row.id);
}

/** The path that a value of a field leads to, where the field names one document. */
export async function pathOfField(model: string, field: string, value: unknown): Promise<DocumentPath | undefined> {
  if (typeof value !== 'string') return undefined;
  if (field === 'id') return `${model}/${value}`;
  if (model === MODEL_NAMES.session && field === 'token') return accountPath.session(await digestOf(value));
  return undefined;
}

/** The document of an email's account. */
export async function emailPath(email: string): Promise<DocumentPath> {
  return accountPath.email(await digestOf(email));
}

/** What a document holds of a row. Times are numbers, and those of its making are the call's. */
export function toData(row: Record<string, unknown>, isNew: boolean): DocumentData {
  const data: DocumentData = {};
  for (const [name, value] of Object.entries(row)) {
    if (value === undefined || value === null || NOT_STORED.includes(name)) continue;
    data[name] = (value instanceof Date ? value.getTime() : value) as JsonValue;
  }
  const now = callContext()?.now;
  if (now !== undefined && isNew) data.createdAt = now;
  if (now !== undefined) data.updatedAt = now;
  return data;
}

/** The row of a document, with `Date`s. */
export function toRow(id: string, data: DocumentData): Row {
  const row: Row = { ...data, id };
  for (const name of TIMES) {
    if (typeof row[name] === 'number') row[name] = new Date(row[name]);
  }
  return row;
}
