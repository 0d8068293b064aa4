import type { IdentityErrorCode } from './identity-error.ts';
import type { UserAccess } from './user.ts';

/** An account event for the audit log. Contains no password, code or token. */
export type AccountEvent = {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  at: number;
  /** The author; missing for an anonymous visitor and for the system itself. */
  actorId?: string;
  /** The account affected; missing for an unknown email. */
  userId?: string;
  address?: string;
  device?: string;
} & (
  | {
      kind: 'signed-up' | 'sign-in-failed' | 'reset-requested' | 'reset-failed' | 'confirm-failed';
      email: string;
      reason?: IdentityErrorCode;
    }
  | { kind: 'confirmed'; role: UserAccess['role'] }
  | {
      kind:
        | 'signed-in'
        | 'signed-out'
        | 'password-reset'
        | 'password-changed'
        | 'password-verified'
        | 'profile-changed'
        | 'session-revoked';
    }
  /** `name` is stored because the account no longer exists. */
  | { kind: 'account-deleted'; name: string }
  | { kind: 'password-verification-failed' }
  | { kind: 'email-changed'; from: string; to: string }
  | { kind: 'account-created'; email: string; role: UserAccess['role'] }
  | { kind: 'access-changed'; before: UserAccess; after: UserAccess }
  | { kind: 'sessions-ended' }
  | { kind: 'account-removed'; email: string; name: string }
  | { kind: 'invited' | 'invitation-withdrawn'; email: string; role?: UserAccess['role'] }
);

/** Records an event. The implementation reports its own failures. */
export type RecordAccountEvent = (event: AccountEvent) => void;
