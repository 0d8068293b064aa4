import type { Identity, Outcome } from '#core/accounts/identity.ts';
import { IdentityUnavailable } from '#core/accounts/identity-error.ts';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { failed, tooMany } from './account-services.ts';
import { HasherBusy } from './password-hasher.ts';

/** When so many passwords wait, ask again after so many seconds. */
const BUSY_SECONDS = 5;

/** What gives no outcome, or must not be mistaken for one: an unreachable store throws. */
const THROWING: ReadonlySet<keyof Identity> = new Set<keyof Identity>([
  'session',
  'lookup',
  'lookupEmail',
  'list',
  'authorizedDomains',
  'listInvitations',
  'prune',
  'close',
]);

/** The same operations, which answer an unreachable store and an overload in the words of the port. */
export function answerUnavailable(identity: Identity): Identity {
  const entries = Object.entries(identity).map(([name, operation]) => [
    name,
    async (...given: unknown[]): Promise<unknown> => {
      try {
        return await (operation as (...given: unknown[]) => Promise<unknown>)(...given);
      } catch (error) {
        return answer(name as keyof Identity, error);
      }
    },
  ]);
  return Object.fromEntries(entries) as Identity;
}

function answer(name: keyof Identity, error: unknown): Outcome {
  if (error instanceof HasherBusy) return tooMany(BUSY_SECONDS);
  if (!(error instanceof StoreUnavailable)) throw error;
  if (THROWING.has(name)) throw new IdentityUnavailable('The accounts cannot be reached', { cause: error });
  return failed('network-request-failed');
}
