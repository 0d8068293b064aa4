/** What the forms of the page ask for: the value of their field `intent`. */
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

/** The parts of the page; also the ids of their elements. */
export type AccountSection = 'profile' | 'email' | 'password' | 'sessions' | 'export' | 'delete';

/** What the page says after a form was accepted, the value of `notice` in its address, and in which part it says it. */
export const ACCOUNT_NOTICES = {
  'profile-saved': 'profile',
  'email-code': 'email',
  'email-changed': 'email',
  'password-changed': 'password',
  'session-ended': 'sessions',
  'others-ended': 'sessions',
} as const satisfies { [notice: string]: AccountSection };

export type AccountNotice = keyof typeof ACCOUNT_NOTICES;

/** The notice of an address, if it names one. */
export function readNotice(value: string | null): AccountNotice | undefined {
  return value !== null && Object.hasOwn(ACCOUNT_NOTICES, value) ? (value as AccountNotice) : undefined;
}
