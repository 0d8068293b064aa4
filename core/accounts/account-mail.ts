import type { Locale } from '../locales/locale.ts';

/** A mail that an account operation sends. */
export type AccountMail = { to: string; locale: Locale } & (
  | { kind: 'confirm-code' | 'reset-code' | 'email-change-code'; data: { name: string; code: string; minutes: number } }
  /** Someone used an email that already has an account for a sign-up or an email change. */
  | { kind: 'existing-account'; data: { name: string } }
  | { kind: 'invitation'; data: { inviter: string; days: number; token: string } }
);

/** Queues a mail for delivery. Once resolved, the mail is durable. */
export type SendAccountMail = (mail: AccountMail) => Promise<void>;
