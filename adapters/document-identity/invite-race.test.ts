import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { accountCollections, accountEmails } from '#core/accounts/account-collections.ts';
import { digestOf } from '#core/accounts/secret-values.ts';
import type { Collection } from '#core/documents/collection.ts';
import { interleave } from '../../test/helpers/interleave.ts';
import { createDocumentIdentity } from './identity.ts';
import { createPasswordHasher } from './password-hasher.ts';

test('nobody is invited who gets an account while the invitation is made', async () => {
  const { store, beforeCommit } = interleave(
    createMemoryDocumentStore({ collections: accountCollections as Collection[] }),
  );
  const identity = createDocumentIdentity({
    store,
    secret: 'a secret of the tests, long enough for all',
    origins: ['http://localhost'],
    languages: ['es', 'en'],
    readSignUpMode: async () => 'open',
    passwords: createPasswordHasher({ memory: 64, passes: 1 }),
    send: async () => {},
    record: () => {},
    onError(error) {
      throw error;
    },
  });
  const claim = accountEmails.at(await digestOf('ana@example.org')).path;
  beforeCommit(() => store.commit([{ kind: 'set', path: claim, data: { userId: 'ana' } }]));
  const invited = identity.invite({ email: 'ana@example.org', role: 'author', language: 'es' }, 'eva');
  expect(await invited).toMatchObject({ ok: false, error: { code: 'email-already-in-use' } });
  expect(await identity.listInvitations()).toEqual([]);
  await identity.close();
});
