import type { Locale } from '../locales/locale.ts';

/** The roles of the policy table. */
export const ROLES = ['viewer', 'author', 'translator', 'editor', 'owner'] as const;

export type Role = (typeof ROLES)[number];

/** The part of an account that owners control. */
export interface UserAccess {
  role: Role;
  /** The languages a translator may edit; empty for every other role. */
  languages: Locale[];
  /** Suspended: keeps its data, cannot sign in. */
  disabled: boolean;
}

/** A person's account. Times are milliseconds since 1970-01-01T00:00:00Z. */
export interface User extends UserAccess {
  id: string;
  /** In lower case. */
  email: string;
  name: string;
  /** The language of mails to this person. */
  language: Locale;
  /** Whether the email was confirmed with a code. */
  confirmed: boolean;
  createdAt: number;
  lastSignInAt?: number;
}

/** Maximum length of a name, in characters. Source: Meki's own. */
export const MAX_NAME_LENGTH = 120;
