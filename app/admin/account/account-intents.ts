/** The values of the field `intent`, one per form. */
export const ACCOUNT_INTENTS = [
  'profile',
  'email',
  'email-confirm',
  'password',
  'revoke',
  'revoke-others',
  'delete',
] as const;

export type AccountIntent = (typeof ACCOUNT_INTENTS)[number];

/** The sections of the page, which are also element ids. */
export type AccountSection = 'profile' | 'email' | 'password' | 'sessions' | 'export' | 'delete';

/** Notices after an accepted form (the query parameter `notice`), with the section that shows them. */
export const ACCOUNT_NOTICES = {
  'profile-saved': 'profile',
  'email-code': 'email',
  'email-changed': 'email',
  'password-changed': 'password',
  'session-ended': 'sessions',
  'others-ended': 'sessions',
} as const satisfies { [notice: string]: AccountSection };

export type AccountNotice = keyof typeof ACCOUNT_NOTICES;

/** Parses the notice of an address. */
export function readNotice(value: string | null): AccountNotice | undefined {
  return value !== null && Object.hasOwn(ACCOUNT_NOTICES, value) ? (value as AccountNotice) : undefined;
}
