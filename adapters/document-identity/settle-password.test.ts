import { expect, test } from 'vitest';
import { accountCollections, credentials, users } from '#core/accounts/account-collections.ts';
import type { PasswordProvider, Passwords } from '#core/accounts/passwords.ts';
import { idOf } from '#core/documents/document-path.ts';
import type { DocumentPath, DocumentStore } from '#core/documents/document-store.ts';
import { createIdentityHarness } from '../../test/helpers/cloud/create-identity-harness.ts';
import { given, join } from '../contracts/identity/identity-harness.ts';
import { createMemoryDocumentStore } from '../memory/document-store.ts';
import { createPasswordHasher } from './password-hasher.ts';
import { settlePassword } from './settle-password.ts';

/** Passwords as hashes, of which a provider is told. */
function createReports() {
  const hasher = createPasswordHasher({ memory: 64, passes: 1 });
  const told: { email: string; former: string | undefined }[] = [];
  const provider: PasswordProvider = {
    async settle(holder, email, former) {
      told.push({ email, former });
      return holder;
    },
    isSettled: (_, email) => told.at(-1)?.email === email,
    release: async () => {},
    prune: async () => 0,
    takeHashes: async () => [],
    authorizedDomains: async () => [],
  };
  const passwords: Passwords = { ...hasher, count: 0, provider };
  return { told, provider, passwords };
}

const openStore = () => createMemoryDocumentStore({ collections: accountCollections });

test('the provider is told of a former password, and not again of what it knows', async () => {
  const { told, passwords } = createReports();
  const store = openStore();
  const harness = createIdentityHarness(store, passwords);
  const { token } = await join(harness, 'Ana');
  const former = (await store.batchGet([credentials.at((await onlyUser(store)).id).path]))[0]?.data.password;
  given(await harness.identity.updatePassword(token, 'otra-lámpara-18', { origin: 'https://meki.test' }));
  given(await harness.identity.updateProfile(token, { name: 'Ana María' }));
  await harness.identity.prune();
  expect(told).toEqual([
    { email: 'ana@meki.test', former: undefined },
    { email: 'ana@meki.test', former },
  ]);
});

test('a provider that is told late of an email that has changed again is told of the last one', async () => {
  const { told, provider, passwords } = createReports();
  const store = openStore();
  await join(createIdentityHarness(store, passwords), 'Ana');
  const { id, path } = await onlyUser(store);
  const changeEmail = (email: string) => store.commit([{ kind: 'update', path, fields: { email } }]);
  await changeEmail('segunda@meki.test');
  const { settle } = provider;
  let isFirst = true;
  provider.settle = async (...told) => {
    if (isFirst) await changeEmail('tercera@meki.test');
    isFirst = false;
    return settle(...told);
  };
  const errors: unknown[] = [];
  await settlePassword({ store, passwords, onError: (error) => errors.push(error) }, id);
  expect(errors).toEqual([]);
  expect(told.map(({ email }) => email)).toEqual(['ana@meki.test', 'segunda@meki.test', 'tercera@meki.test']);
});

async function onlyUser(store: DocumentStore): Promise<{ id: string; path: DocumentPath }> {
  const [user] = await store.runQuery({ collection: users.name });
  if (!user) throw new Error('There is no user');
  return { id: idOf(user), path: user.path };
}
