import type { Locale } from '../locales/locale.ts';
import type { Role } from './user.ts';

/** Days for which an invitation is valid. Source: Meki's own. */
export const INVITATION_DAYS = 7;

export const INVITATION_MS = INVITATION_DAYS * 24 * 3_600_000;

/** An email that is allowed to sign up, and the role it will get. */
export interface Invitation {
  email: string;
  role: Role;
  /** For translators. */
  languages: Locale[];
  /** The author of the invitation. */
  invitedBy: string;
  invitedAt: number;
  expiresAt: number;
}
