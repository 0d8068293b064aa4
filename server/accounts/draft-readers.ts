import type { Context } from 'hono';
import { actorOf } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { programOf } from '#core/tokens/api-tokens.ts';
import { type AccountReaderOptions, createAccountReader } from './create-request-account.ts';

export interface DraftReadersOptions extends AccountReaderOptions {
  store: DocumentStore;
}

/** Judges whether somebody may read drafts, by the session's cookie of a person, or by the token of a program. Returns the `Set-Cookie` values for the response, too. */
export function createDraftReaders({ store, ...options }: DraftReadersOptions) {
  const readAccount = createAccountReader(options);
  return async (context: Context): Promise<{ mayRead: boolean; setCookies: string[] }> => {
    const [, token] = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
    if (token !== undefined) {
      const program = await programOf({ store }, token);
      return { mayRead: program !== undefined && may(program, 'draft.read'), setCookies: [] };
    }
    const { account, setCookies } = readAccount(context);
    const current = await account.current();
    return { mayRead: current !== undefined && may(actorOf(current.user), 'draft.read'), setCookies };
  };
}
