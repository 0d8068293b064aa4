import { z } from 'zod';

/** Maximum length. Source: RFC 5321, the longest path without its brackets. */
export const MAX_EMAIL_LENGTH = 254;

const email = z.email().max(MAX_EMAIL_LENGTH);

/** The normalized address, trimmed and in lower case; `undefined` if invalid. */
export function parseEmail(text: string): string | undefined {
  const address = text.trim().toLowerCase();
  return email.safeParse(address).success ? address : undefined;
}
