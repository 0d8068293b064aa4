import type { Context } from 'hono';
import { actorOf } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import type { Identity } from '#core/accounts/identity.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { programOf } from '#core/tokens/api-tokens.ts';
import { readClient } from '../http/read-client.ts';
import type { AccountCookies } from './account-cookies.ts';
import { createRequestAccount } from './create-request-account.ts';

export interface DraftReadersOptions {
  store: DocumentStore;
  identity: Identity;
  cookies: AccountCookies;
  /** Number of trusted proxies in front of the server. */
  trustedProxies: number;
}

/** Judges whether somebody may read drafts, by the session's cookie of a person, or by the token of a program. Returns the `Set-Cookie` values for the response, too. */
export function createDraftReaders({ store, identity, cookies, trustedProxies }: DraftReadersOptions) {
  return async (context: Context): Promise<{ mayRead: boolean; setCookies: string[] }> => {
    const [, token] = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
    if (token !== undefined) {
      const program = await programOf({ store }, token);
      return { mayRead: program !== undefined && may(program, 'draft.read'), setCookies: [] };
    }
    const client = readClient(context, trustedProxies);
    const cookieHeader = context.req.header('cookie');
    const { account, setCookies } = createRequestAccount({
      ...{ identity, cookies, client, cookieHeader },
      onPerson: (id) => context.set('personId', id),
    });
    const current = await account.current();
    return { mayRead: current !== undefined && may(actorOf(current.user), 'draft.read'), setCookies };
  };
}
