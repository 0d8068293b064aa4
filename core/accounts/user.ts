import type { Locale } from '../locales/locale.ts';

/** What an account may do, by the table of roles. */
export const ROLES = ['viewer', 'author', 'translator', 'editor', 'owner'] as const;

export type Role = (typeof ROLES)[number];

/** What an owner decides about an account. */
export interface UserAccess {
  role: Role;
  /** The languages that a translator may edit; empty for every other role. */
  languages: Locale[];
  /** Suspended: it keeps what it has, and cannot sign in. */
  disabled: boolean;
}

/** A person's account. Times are milliseconds since 1970-01-01T00:00:00Z. */
export interface User extends UserAccess {
  id: string;
  /** In lower case. */
  email: string;
  name: string;
  /** The language in which the person is written to. */
  language: Locale;
  /** Whether the email was confirmed by code. */
  confirmed: boolean;
  createdAt: number;
  lastSignInAt?: number;
}

/** Longest name, in characters. Source: Meki's own. */
export const MAX_NAME_LENGTH = 120;
