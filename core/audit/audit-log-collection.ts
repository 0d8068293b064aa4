import { z } from 'zod';
import { ROLES } from '../accounts/user.ts';
import { defineCollection } from '../documents/collection.ts';
import { AUDIT_ACTIONS, type AuditEntry } from './audit-entry.ts';

/** A stored entry, with the ids of the people and programs it names, for the index. */
export interface StoredAuditEntry extends AuditEntry {
  people: string[];
}

const named = { id: z.string().min(1).max(200), name: z.string().max(300) };

const schema = z.strictObject({
  action: z.enum(AUDIT_ACTIONS),
  at: z.int(),
  actor: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('person'), ...named }),
    z.strictObject({ kind: z.literal('program'), ...named }),
    z.strictObject({ kind: z.literal('anonymous') }),
    z.strictObject({ kind: z.literal('system') }),
    z.strictObject({ kind: z.literal('command-line') }),
  ]),
  object: z.strictObject({ kind: z.enum(['person', 'item', 'program']), ...named }).optional(),
  network: z.string().max(60).optional(),
  details: z
    .strictObject({
      reason: z.string().max(60).optional(),
      device: z.string().max(200).optional(),
      roleBefore: z.enum(ROLES).optional(),
      role: z.enum(ROLES).optional(),
      languages: z.array(z.string().max(20)).optional(),
      refused: z.string().max(60).optional(),
      onBehalfOf: z.string().max(300).optional(),
      count: z.int().positive().optional(),
      suspended: z.boolean().optional(),
    })
    .optional(),
  people: z.array(z.string()).max(2),
}) as z.ZodType<StoredAuditEntry>;

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
