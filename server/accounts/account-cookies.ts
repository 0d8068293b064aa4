import { WAITING_MS } from '#core/accounts/waiting-sign-ups.ts';

/** The cookies that identify a browser. HttpOnly. */
export interface AccountCookies {
  /** Parses a request's `Cookie` header. */
  read(header: string | undefined): { session?: string; ticket?: string };
  /** @param expiresAt milliseconds since 1970; missing for a session cookie that ends with the browser */
  session(token: string, expiresAt?: number): string;
  endSession(): string;
  ticket(value: string): string;
  endTicket(): string;
}

/** On https, the names start with `__Host-`, which binds them to this host. */
export function createAccountCookies(origin: string): AccountCookies {
  const isSecure = origin.startsWith('https:');
  const prefix = isSecure ? '__Host-' : '';
  const names = { session: `${prefix}meki_session`, ticket: `${prefix}meki_signup` };
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const gone = (name: string) => `${name}=; Max-Age=0${attributes}`;
  return {
    read(header) {
      const pairs = new Map((header ?? '').split(';').map((pair) => pair.trim().split('=', 2) as [string, string]));
      const session = pairs.get(names.session);
      const ticket = pairs.get(names.ticket);
      return { ...(session && { session }), ...(ticket && { ticket }) };
    },
    session: (token, expiresAt) =>
      `${names.session}=${token}${expiresAt === undefined ? '' : `; Expires=${new Date(expiresAt).toUTCString()}`}${attributes}`,
    endSession: () => gone(names.session),
    ticket: (value) => `${names.ticket}=${value}; Max-Age=${WAITING_MS / 1_000}${attributes}`,
    endTicket: () => gone(names.ticket),
  };
}
