import { z } from 'zod';
import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { ROLES } from '../accounts/user.ts';
import { defineCollection } from '../documents/collection.ts';
import { idOf } from '../documents/document-path.ts';
import type { DocumentStore, Filter, Scalar, Write } from '../documents/document-store.ts';
import { queryDocuments, setDocument } from '../documents/typed-documents.ts';
import { AUDIT_ACTIONS, type AuditAction } from './audit-actions.ts';

const namedSchema = z.strictObject({ id: z.string().min(1).max(200), name: z.string().max(300) });
const named = namedSchema.shape;

/** Details are a closed set of members, so that no secret is recorded. */
const details = z.strictObject({
  /** Error code of a failure. */
  reason: z.string().max(60).exactOptional(),
  /** `Firefox · Windows` */
  device: z.string().max(200).exactOptional(),
  roleBefore: z.enum(ROLES).exactOptional(),
  role: z.enum(ROLES).exactOptional(),
  /** Of a translator or a publication. */
  languages: z.array(z.string().max(20)).exactOptional(),
  /** The permission that the policy table refused. */
  refused: z.string().max(60).exactOptional(),
  /** The name of the person who scheduled the server's action. */
  onBehalfOf: z.string().max(300).exactOptional(),
  /** Number of items, if several. */
  count: z.int().positive().exactOptional(),
  /** Whether the account was suspended or reinstated. */
  suspended: z.boolean().exactOptional(),
  /** Id of a setting, with its value before and after; of emails their number. */
  setting: z.string().max(200).exactOptional(),
  before: z.string().max(300).exactOptional(),
  after: z.string().max(300).exactOptional(),
});

const auditEntrySchema = z.strictObject({
  action: z.enum(AUDIT_ACTIONS),
  /** Milliseconds since 1970. */
  at: z.int(),
  /**
   * The author: a person, a program with an API token, an anonymous visitor, the server itself (a schedule, a first start), or
   * the command line.
   */
  actor: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('person'), ...named }),
    z.strictObject({ kind: z.literal('program'), ...named }),
    z.strictObject({ kind: z.literal('anonymous') }),
    z.strictObject({ kind: z.literal('system') }),
    z.strictObject({ kind: z.literal('command-line') }),
  ]),
  /** The object of the action, if it is not the actor. */
  object: z.strictObject({ kind: z.enum(['person', 'item', 'program', 'media']), ...named }).exactOptional(),
  /** The client's network: `203.0.113.0/24`. */
  network: z.string().max(60).exactOptional(),
  details: details.exactOptional(),
});

/** A stored entry, with the ids of the people and programs it names, for the index. */
const schema = auditEntrySchema.extend({ people: z.array(z.string()).max(2) });

/** `audit-log/{random id}`. Entries are append-only and deleted after the retention period. */
export const auditLog = defineCollection({
  name: 'audit-log',
  schema,
  indexes: [
    [{ field: 'at', direction: 'desc' }],
    [
      { field: 'action', direction: 'asc' },
      { field: 'at', direction: 'desc' },
    ],
    [
      { field: 'people', array: true },
      { field: 'at', direction: 'desc' },
    ],
    [
      { field: 'action', direction: 'asc' },
      { field: 'people', array: true },
      { field: 'at', direction: 'desc' },
    ],
  ],
  policy: { read: 'private' },
});

/** A person or thing with its name at the time. */
export type Named = z.infer<typeof namedSchema>;

/** One entry of the audit log. Contains no password, code, token or email, and only the network of an IP address. */
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export type AuditActor = AuditEntry['actor'];
export type AuditDetails = NonNullable<AuditEntry['details']>;

/** A write that records an entry in the same commit as the change it describes, so that both happen or neither. */
export function auditWrite(entry: AuditEntry): Write {
  const people = new Set(namedIn(entry).map(({ id }) => id));
  return setDocument(auditLog.at(crypto.randomUUID()), { ...entry, people: [...people] }, { exists: false });
}

/** The people and programs named in an entry. */
export function namedIn({ actor, object }: AuditEntry): ({ kind: 'person' | 'program' } & Named)[] {
  return [
    ...('id' in actor ? [actor] : []),
    ...(object && object.kind !== 'item' && object.kind !== 'media' ? [{ ...object, kind: object.kind }] : []),
  ];
}

/** Records an entry in a commit of its own. @throws whatever the store throws. */
export async function recordAudit(store: DocumentStore, entry: AuditEntry): Promise<void> {
  await store.commit([auditWrite(entry)]);
}

/** The actor as named in the audit log. */
export function onRecord(actor: Actor): AuditActor {
  return actor.kind === 'anonymous'
    ? { kind: 'anonymous' }
    : { kind: actor.kind, id: actor.id, name: actor.name.slice(0, 300) };
}

/** The actor as named in items. @throws Error for an anonymous actor, whom the policy table allows nothing. */
export function personOf(actor: Actor): { id: string; name: string } {
  if (actor.kind === 'anonymous') throw new Error('Nobody is signed in');
  return { id: actor.id, name: actor.name };
}

/** Retention period in days. Source: Meki's own. */
export const AUDIT_RETENTION_DAYS = 365;

/** Entries deleted per commit. */
const BATCH = 200;

/** Deletes entries older than the retention period, oldest first. @returns their number. */
export async function pruneAuditLog(
  store: DocumentStore,
  { days = AUDIT_RETENTION_DAYS, now = Date.now() }: { days?: number; now?: number } = {},
): Promise<number> {
  let deleted = 0;
  while (true) {
    const old = await store.runQuery({
      collection: auditLog.name,
      where: [{ field: 'at', op: '<', value: now - days * 24 * 3_600_000 }],
      orderBy: [{ field: 'at', direction: 'asc' }],
      limit: BATCH,
    });
    if (old.length > 0) await store.commit(old.map(({ path }) => ({ kind: 'delete', path })));
    deleted += old.length;
    if (old.length < BATCH) return deleted;
  }
}

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
