/** The kinds of messages that the product sends. */
export const MAIL_KINDS = [
  'confirm-code',
  'reset-code',
  'email-change-code',
  'existing-account',
  'invitation',
  'password-changed',
  'email-changed',
  'contact-message',
] as const;

export type MailKind = (typeof MAIL_KINDS)[number];
