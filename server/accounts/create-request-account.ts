import type { Context } from 'hono';
import type { Client, Identity } from '#core/accounts/identity.ts';
import type { CurrentAccount, RequestAccount } from '#core/accounts/request-account.ts';
import { readClient } from '../http/client-address.ts';
import type { AccountCookies } from './account-cookies.ts';

/** The account of a request, and the `Set-Cookie` values for its response. */
export function createRequestAccount(options: {
  identity: Identity;
  cookies: AccountCookies;
  client: Client;
  cookieHeader: string | undefined;
  /** Is told whose session it is. */
  onPerson?: (id: string) => void;
}): { account: RequestAccount; setCookies: string[] } {
  const { identity, cookies, client } = options;
  const kept = cookies.read(options.cookieHeader);
  const setCookies: string[] = [];
  let current: Promise<CurrentAccount | undefined> | undefined;

  async function readSession(): Promise<CurrentAccount | undefined> {
    if (!kept.session) return undefined;
    const found = await identity.session(kept.session, client);
    // Its cookie stays until the next sign-in or sign-out: every window says that the session has ended, whichever request is first.
    if (!found.ok) return undefined;
    const { session, user, renewed } = found;
    options.onPerson?.(user.id);
    if (renewed && session.remember) setCookies.push(cookies.session(kept.session, session.expiresAt));
    return { user, session, token: kept.session };
  }

  return {
    setCookies,
    account: {
      identity,
      client,
      hadSession: kept.session !== undefined,
      current() {
        current ??= readSession();
        return current;
      },
      enter({ token, session }) {
        setCookies.push(cookies.session(token, session.remember ? session.expiresAt : undefined));
      },
      leave: () => void setCookies.push(cookies.endSession()),
      ticket: kept.ticket,
      keepTicket: (ticket) => void setCookies.push(cookies.ticket(ticket)),
      dropTicket: () => void setCookies.push(cookies.endTicket()),
    },
  };
}

export interface AccountReaderOptions {
  identity: Identity;
  cookies: AccountCookies;
  /** Number of trusted proxies in front of the server. */
  trustedProxies: number;
}

/** Finds the client and the account of requests, and tells the log whose they are. */
export function createAccountReader({ identity, cookies, trustedProxies }: AccountReaderOptions) {
  return (context: Context) => {
    const client = readClient(context, trustedProxies);
    const cookieHeader = context.req.header('cookie');
    const onPerson = (id: string) => context.set('personId', id);
    return { client, ...createRequestAccount({ identity, cookies, client, cookieHeader, onPerson }) };
  };
}
