import type { Actor } from '../access/actor.ts';
import type { Permission } from '../access/policy.ts';
import type { AccountEvent } from '../accounts/account-event.ts';
import { createAllowance } from '../accounts/allowance.ts';
import { deviceLabel } from '../accounts/device-label.ts';
import type { Client } from '../accounts/identity.ts';
import { networkOf } from '../accounts/network-of.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import type { AuditAction } from './audit-actions.ts';
import { type AuditActor, type AuditDetails, type AuditEntry, type Named, recordAudit } from './audit-log.ts';

const ACTION_OF: { [kind in AccountEvent['kind']]: AuditAction } = {
  'signed-up': 'account.signed-up',
  confirmed: 'account.confirmed',
  'confirm-failed': 'account.confirm-failed',
  'account-created': 'account.created',
  'account-deleted': 'account.deleted',
  'signed-in': 'session.signed-in',
  'sign-in-failed': 'session.sign-in-failed',
  'signed-out': 'session.signed-out',
  'session-revoked': 'session.revoked',
  'password-changed': 'password.changed',
  'reset-requested': 'password.reset-requested',
  'password-reset': 'password.reset',
  'reset-failed': 'password.reset-failed',
  'password-verified': 'password.verified',
  'password-verification-failed': 'password.verification-failed',
  'profile-changed': 'profile.changed',
  'email-changed': 'email.changed',
  'access-changed': 'person.access-changed',
  'sessions-ended': 'person.sessions-ended',
  'account-removed': 'person.removed',
  invited: 'person.invited',
  'invitation-withdrawn': 'person.invitation-withdrawn',
};

/** Failures and requests have an anonymous author, even if they name an account. */
const BY_STRANGER = new Set<AccountEvent['kind']>([
  'signed-up',
  'sign-in-failed',
  'confirm-failed',
  'reset-requested',
  'reset-failed',
]);

/** The system is the author of these if none is given. */
const BY_SYSTEM = new Set<AccountEvent['kind']>([
  'account-created',
  'access-changed',
  'sessions-ended',
  'account-removed',
  'invited',
  'invitation-withdrawn',
]);

export interface AccountAuditOptions {
  store: DocumentStore;
  /** Looks up the name of an account. */
  lookup: (userId: string) => Promise<{ name: string } | undefined>;
  /** The author if none is given; default: the server itself. */
  machine?: AuditActor;
}

/** Records account events in the audit log, without the emails that events carry. */
export function createAccountAudit({ store, lookup, machine = { kind: 'system' } }: AccountAuditOptions) {
  /** If the account no longer exists, the event provides the name. */
  async function named(id: string, event: AccountEvent): Promise<Named> {
    const isGone = event.userId === id && 'name' in event;
    return { id, name: isGone ? event.name : ((await lookup(id))?.name ?? '') };
  }

  return async (event: AccountEvent): Promise<void> => {
    const actorId = event.actorId ?? (isOwnAction(event) ? event.userId : undefined);
    const object =
      event.userId !== undefined && event.userId !== actorId ? await named(event.userId, event) : undefined;
    const network = event.address === undefined ? undefined : coarseAddress(event.address);
    const details = detailsOf(event);
    await recordAudit(store, {
      action: ACTION_OF[event.kind],
      at: event.at,
      actor: await actorOf(event, actorId),
      ...(object && { object: { kind: 'person', ...object } }),
      ...(network !== undefined && { network }),
      ...(Object.keys(details).length > 0 && { details }),
    });
  };

  async function actorOf(event: AccountEvent, actorId: string | undefined): Promise<AuditEntry['actor']> {
    if (actorId !== undefined) return { kind: 'person', ...(await named(actorId, event)) };
    return BY_SYSTEM.has(event.kind) ? machine : { kind: 'anonymous' };
  }
}

function isOwnAction({ kind }: AccountEvent): boolean {
  return !BY_STRANGER.has(kind) && !BY_SYSTEM.has(kind);
}

function detailsOf(event: AccountEvent): AuditDetails {
  const details: AuditDetails = {};
  if (event.device) details.device = event.device.slice(0, 200);
  if ('reason' in event && event.reason !== undefined) details.reason = event.reason;
  if ('role' in event && event.role !== undefined) details.role = event.role;
  if (event.kind === 'access-changed') {
    const { before, after } = event;
    if (before.role !== after.role) Object.assign(details, { roleBefore: before.role, role: after.role });
    if (before.languages.join() !== after.languages.join()) details.languages = after.languages;
    if (before.disabled !== after.disabled) details.suspended = after.disabled;
  }
  return details;
}

/** Rate limit of entries per person and hour; the access log contains the rest. Source: Meki's own. */
const ENTRIES_AN_HOUR = 20;

/** Records that the policy table refused an action to a signed-in person. */
export type RecordRefusal = (actor: Actor, permission: Permission, client: Client) => Promise<void>;

export function createRefusalAudit({
  store,
  now = Date.now,
  steady = () => performance.now(),
}: {
  store: DocumentStore;
  now?: () => number;
  /** A monotonic clock, in milliseconds. */
  steady?: () => number;
}): RecordRefusal {
  const allowance = createAllowance({ count: ENTRIES_AN_HOUR, windowMs: 3_600_000, now: steady });
  return async (actor, permission, { address, userAgent }) => {
    if (actor.kind === 'anonymous' || allowance.take(actor.id) > 0) return;
    const { kind, id, name } = actor;
    const network = address === undefined ? undefined : coarseAddress(address);
    const device = deviceLabel(userAgent).slice(0, 200);
    await recordAudit(store, {
      action: 'access.refused',
      at: now(),
      actor: { kind, id, name: name.slice(0, 300) },
      ...(network !== undefined && { network }),
      details: { refused: permission, ...(device && { device }) },
    });
  };
}

/**
 * The network of an IP address, which identifies a location but not a person: the first three numbers of IPv4
 * (`203.0.113.0/24`), the first three groups of IPv6 (`2001:db8:1::/48`). `undefined` for anything else.
 */
export function coarseAddress(address: string): string | undefined {
  return networkOf(address, { v4: 24, v6: 48 });
}
