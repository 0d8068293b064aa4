import { z } from 'zod';
import { ROLES } from '../accounts/user.ts';
import { defineCollection } from '../documents/collection.ts';
import { AUDIT_ACTIONS } from './audit-actions.ts';

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
