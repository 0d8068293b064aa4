import type { Locale } from '../locales/locale.ts';
import type { Role } from './user.ts';

/** For how many days an invitation is good. Source: Meki's own. */
export const INVITATION_DAYS = 7;

export const INVITATION_MS = INVITATION_DAYS * 24 * 3_600_000;

/** An email that may sign up, and the role that it will have. */
export interface Invitation {
  email: string;
  role: Role;
  /** For a translator. */
  languages: Locale[];
  /** Who invited. */
  invitedBy: string;
  invitedAt: number;
  expiresAt: number;
}
