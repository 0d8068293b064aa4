import type { z } from 'zod';
import type { auditEntrySchema, namedSchema } from './audit-log-collection.ts';

/** A person or thing with its name at the time. */
export type Named = z.infer<typeof namedSchema>;

/** One entry of the audit log. Contains no password, code, token or email, and only the network of an IP address. */
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export type AuditActor = AuditEntry['actor'];
export type AuditDetails = NonNullable<AuditEntry['details']>;
