import type { Permission } from '../access/policy.ts';
import type { Role } from '../accounts/user.ts';
import type { Locale } from '../locales/locale.ts';

/** Everything that the audit log records. */
export const AUDIT_ACTIONS = [
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

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** A person or thing with its name at the time. */
export interface Named {
  id: string;
  name: string;
}

/**
 * The author: a person, a program with an API token, an anonymous visitor, the server itself (a schedule, a first start), or
 * the command line.
 */
export type AuditActor =
  | ({ kind: 'person' } & Named)
  | ({ kind: 'program' } & Named)
  | { kind: 'anonymous' }
  | { kind: 'system' }
  | { kind: 'command-line' };

/** Further details; a closed set of members, so that no secret is recorded. */
export interface AuditDetails {
  /** Error code of a failure. */
  reason?: string;
  /** `Firefox · Windows` */
  device?: string;
  roleBefore?: Role;
  role?: Role;
  /** Of a translator or a publication. */
  languages?: Locale[];
  /** The action that the policy table refused. */
  refused?: Permission;
  /** The name of the person who scheduled the server's action. */
  onBehalfOf?: string;
  /** Number of items, if several. */
  count?: number;
  /** Whether the account was suspended or reinstated. */
  suspended?: boolean;
}

/** One entry of the audit log. Contains no password, code, token or email, and only the network of an IP address. */
export interface AuditEntry {
  action: AuditAction;
  /** Milliseconds since 1970. */
  at: number;
  actor: AuditActor;
  /** The object of the action, if it is not the actor. */
  object?: { kind: 'person' | 'item' | 'program' } & Named;
  /** The client's network: `203.0.113.0/24`. */
  network?: string;
  details?: AuditDetails;
}
