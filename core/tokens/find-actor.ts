import { type Actor, actorOf } from '../access/actor.ts';
import type { Identity } from '../accounts/identity.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { programById } from './api-tokens.ts';

/** The current person or program with this account id, with its current rights; `undefined` if deleted. */
export type FindActor = (accountId: string) => Promise<Actor | undefined>;

export function createFindActor(dependencies: {
  store: DocumentStore;
  identity: Pick<Identity, 'lookup'>;
  /** Milliseconds since 1970; default: the system clock. */
  now?: () => number;
}): FindActor {
  return async (accountId) => {
    const program = await programById(dependencies, accountId);
    if (program) return program;
    const user = await dependencies.identity.lookup(accountId);
    return user && actorOf(user);
  };
}
