import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import { idOf } from '../documents/document-path.ts';
import type { DocumentStore, Filter, Scalar } from '../documents/document-store.ts';
import { queryDocuments } from '../documents/typed-documents.ts';
import type { AuditAction } from './audit-actions.ts';
import { type AuditEntry, auditLog } from './audit-log-collection.ts';

export interface AuditSearch {
  /** Only entries with this person or program as actor or object: the id of an account or a program. */
  person?: string;
  /** Only these actions, 1 to 30. */
  actions?: AuditAction[];
  /** Inclusive start and exclusive end, in milliseconds since 1970. */
  from?: number;
  until?: number;
  /** Cursor: the `next` of the previous page; a malformed one is ignored. */
  after?: string;
  limit: number;
}

export interface AuditPage {
  /** Newest first. */
  entries: (AuditEntry & { id: string })[];
  /** The cursor of the next page; missing on the last one. */
  next?: string;
}

/** Searches the audit log. @throws {Forbidden} if the actor may not read it. */
export async function searchAuditLog(store: DocumentStore, actor: Actor, search: AuditSearch): Promise<AuditPage> {
  requireMay(actor, 'audit-log.read');
  const startAfter = parseCursor(search.after);
  const documents = await queryDocuments(store, auditLog, {
    where: filtersOf(search),
    orderBy: [{ field: 'at', direction: 'desc' }],
    ...(startAfter && { startAfter }),
    limit: search.limit + 1,
  });
  const entries = documents.slice(0, search.limit).map(({ path, data }) => {
    const { people: _, ...entry } = data;
    return { id: idOf({ path }), ...entry };
  });
  const last = entries.at(-1);
  return { entries, ...(documents.length > search.limit && last && { next: `${last.at}.${last.id}` }) };
}

function filtersOf({ person, actions, from, until }: AuditSearch): Filter[] {
  const filters: Filter[] = [];
  if (actions && actions.length > 0) filters.push({ field: 'action', op: 'in', values: actions });
  if (person !== undefined) filters.push({ field: 'people', op: 'array-contains', value: person });
  if (from !== undefined) filters.push({ field: 'at', op: '>=', value: from });
  if (until !== undefined) filters.push({ field: 'at', op: '<', value: until });
  return filters;
}

function parseCursor(cursor: string | undefined): Scalar[] | undefined {
  const parts = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(cursor ?? '');
  return parts ? [Number(parts[1]), parts[2] ?? ''] : undefined;
}
