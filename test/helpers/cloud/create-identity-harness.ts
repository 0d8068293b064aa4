import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import {
  type HarnessOptions,
  type IdentityHarness,
  SITE_ORIGIN,
} from '#adapters/contracts/identity/identity-harness.ts';
import { createDocumentIdentity } from '#adapters/document-identity/identity.ts';
import { accountCollections } from '#core/accounts/account-collections.ts';
import type { AccountEvent } from '#core/accounts/account-event.ts';
import type { AccountMail } from '#core/accounts/identity.ts';
import type { Passwords } from '#core/accounts/passwords.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { StoreUnavailable } from '#core/documents/errors.ts';

/** Accounts in a store, which is closed when the test ends, with their passwords where `passwords` keeps them. */
export function createIdentityHarness(
  store: DocumentStore,
  passwords: Passwords,
  { signUpMode = 'open' }: HarnessOptions = {},
  onError = (error: unknown): void => {
    throw error;
  },
): IdentityHarness {
  let time = Date.UTC(2026, 0, 15);
  let isBroken = false;
  const mails: AccountMail[] = [];
  const events: AccountEvent[] = [];
  const refuse = () => Promise.reject(new StoreUnavailable('the test broke it'));
  const breakable: DocumentStore = {
    ...store,
    /** Delays results, so that they may be outdated on arrival, as with a remote service. */
    batchGet: async (paths) => {
      if (isBroken) return refuse();
      const documents = await store.batchGet(paths);
      await setImmediate();
      return documents;
    },
    commit: (writes) => (isBroken ? refuse() : store.commit(writes)),
    runQuery: (query) => (isBroken ? refuse() : store.runQuery(query)),
  };
  const createInstance = () =>
    createDocumentIdentity({
      store: breakable,
      secret: 'a secret of the tests, long enough for all',
      origins: [SITE_ORIGIN],
      languages: ['es', 'en'],
      readSignUpMode: async () => signUpMode,
      passwords,
      now: () => time,
      mailDelay: () => 0,
      send: async (mail) => void mails.push(mail),
      record: (event) => void events.push(event),
      onError,
    });
  const [identity, other] = [createInstance(), createInstance()];
  onTestFinished(async () => {
    await Promise.all([identity.close(), other.close()]);
    await store.close();
  });
  return {
    identity,
    other,
    advance: (ms) => {
      time += ms;
    },
    mails: async () => {
      await Promise.all([identity.close(), other.close()]);
      return [...mails];
    },
    events: () => events,
    passwordWork: () => passwords.count,
    breakBacking: () => {
      isBroken = true;
    },
    stored: async () => {
      const all = await Promise.all(accountCollections.map(({ name }) => store.runQuery({ collection: name })));
      return JSON.stringify(all);
    },
  };
}
