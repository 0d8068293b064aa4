import type { IdentityErrorCode } from './identity-error.ts';
import type { UserAccess } from './user.ts';

/** What happened to accounts, for the audit log. Holds no password, code or token. */
export type AccountEvent = {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  at: number;
  /** Who did it; missing for someone not signed in, and for the machine itself. */
  actorId?: string;
  /** Whose account it is; missing for an unknown email. */
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
  /** `name` is what the person was called: nobody can be asked any more. */
  | { kind: 'account-deleted'; name: string }
  | { kind: 'password-verification-failed' }
  | { kind: 'email-changed'; from: string; to: string }
  | { kind: 'account-created'; email: string; role: UserAccess['role'] }
  | { kind: 'access-changed'; before: UserAccess; after: UserAccess }
  | { kind: 'sessions-ended' }
  | { kind: 'account-removed'; email: string; name: string }
  | { kind: 'invited' | 'invitation-withdrawn'; email: string; role?: UserAccess['role'] }
);

/** Notes an event; a failure is the recorder's to report. */
export type RecordAccountEvent = (event: AccountEvent) => void;
