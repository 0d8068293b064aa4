import { type Actor, actorOf } from '../access/actor.ts';
import type { Identity } from '../accounts/identity.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { programById } from './api-tokens.ts';

/** The person of an account, or the program of a token, with the rights that it has now; `undefined` when it is gone. */
export type FindActor = (accountId: string) => Promise<Actor | undefined>;

export function createFindActor(dependencies: {
  store: DocumentStore;
  identity: Pick<Identity, 'lookup'>;
  /** Milliseconds since 1970; the clock of the machine when missing. */
  now?: () => number;
}): FindActor {
  return async (accountId) => {
    const program = await programById(dependencies, accountId);
    if (program) return program;
    const user = await dependencies.identity.lookup(accountId);
    return user && actorOf(user);
  };
}
