import type { Locale } from '../locales/locale.ts';

/** A mail that an operation on accounts asks for. */
export type AccountMail = { to: string; locale: Locale } & (
  | { kind: 'confirm-code' | 'reset-code' | 'email-change-code'; data: { name: string; code: string; minutes: number } }
  /** Somebody signed up, or asked to move an account, with an email that has an account. */
  | { kind: 'existing-account'; data: { name: string } }
  | { kind: 'invitation'; data: { inviter: string; days: number } }
);

/** Takes a mail for delivery: once resolved, it will not get lost. */
export type SendAccountMail = (mail: AccountMail) => Promise<void>;
