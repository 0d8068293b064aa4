import type { Act } from '../access/policy.ts';
import type { Role } from '../accounts/user.ts';
import type { Locale } from '../locales/locale.ts';

/** Everything that is put on record. */
export const AUDIT_ACTS = [
  'account.signed-up',
  'account.confirmed',
  'account.confirm-failed',
  'account.created',
  'account.deleted',
  'session.signed-in',
  'session.sign-in-failed',
  'session.signed-out',
  'session.revoked',
  'password.changed',
  'password.reset-requested',
  'password.reset',
  'password.reset-failed',
  'password.verified',
  'password.verification-failed',
  'profile.changed',
  'email.changed',
  'access.refused',
  'person.access-changed',
  'person.sessions-ended',
  'person.removed',
  'person.invited',
  'person.invitation-withdrawn',
  'item.published',
  'item.unpublished',
  'item.scheduled',
  'item.restored',
  'item.imported',
  'item.created',
  'item.unpublish-scheduled',
  'item.schedule-cancelled',
  'item.schedule-failed',
  'item.archived',
  'item.unarchived',
  'item.trashed',
  'item.untrashed',
  'item.purged',
  'item.reordered',
  'item.version-saved',
  'item.preview-shared',
  'item.preview-revoked',
  'token.created',
  'token.revoked',
] as const;

export type AuditAct = (typeof AUDIT_ACTS)[number];

/** A person or thing as it was called at the time. */
export interface Named {
  id: string;
  name: string;
}

/** Who did it: a person, a program with an API token, somebody not signed in, the server itself (a schedule, a first start), or the command line. */
export type AuditActor =
  | ({ kind: 'person' } & Named)
  | ({ kind: 'program' } & Named)
  | { kind: 'anonymous' }
  | { kind: 'system' }
  | { kind: 'command-line' };

/** What there is to say beyond that; a closed set, so that no secret finds its way in. */
export interface AuditDetails {
  /** Why it failed: a code. */
  reason?: string;
  /** `Firefox · Windows` */
  device?: string;
  roleBefore?: Role;
  role?: Role;
  /** Of a translator, or of a publication. */
  languages?: Locale[];
  /** What the table of roles refused. */
  refused?: Act;
  /** The name of whoever scheduled what the server then did. */
  onBehalfOf?: string;
  /** How many items, where there were several. */
  count?: number;
  /** Whether the account is suspended from now on, or no longer. */
  suspended?: boolean;
}

/** One entry of the audit log. It holds no password, code, token or email, and of an address only the network. */
export interface AuditEntry {
  act: AuditAct;
  /** Milliseconds since 1970. */
  at: number;
  actor: AuditActor;
  /** What it was done to, where that is something else than the actor. */
  object?: { kind: 'person' | 'item' | 'program' } & Named;
  /** Where it came from, to the network: `203.0.113.0/24`. */
  network?: string;
  details?: AuditDetails;
}
