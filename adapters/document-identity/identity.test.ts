import { join as joinPath } from 'node:path';
import { expect, test, vi } from 'vitest';
import { accountCollections } from '#core/accounts/account-collections.ts';
import type { AccountMail } from '#core/accounts/identity.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { createIdentityHarness } from '../../test/helpers/cloud/create-identity-harness.ts';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { describeIdentity } from '../contracts/identity/identity.contract.ts';
import { firefox, isIn, join, signIn } from '../contracts/identity/identity-harness.ts';
import { createMemoryDocumentStore } from '../memory/document-store.ts';
import { createSqliteDocumentStore } from '../sqlite/document-store.ts';
import { createPostbox } from './identity.ts';
import { createPasswordHasher } from './password-hasher.ts';

const options = { collections: accountCollections };
const cheapHashes = () => createPasswordHasher({ memory: 64, passes: 1 });

describeIdentity('accounts in memory', (harness) =>
  createIdentityHarness(createMemoryDocumentStore(options), cheapHashes(), harness),
);

describeIdentity('accounts in SQLite', (harness) =>
  createIdentityHarness(
    createSqliteDocumentStore({ file: joinPath(makeTemporaryFolder(), 'meki.db'), ...options }),
    cheapHashes(),
    harness,
  ),
);

test('a person who is known to the process costs one round trip, and is out as soon as the session or the account says so', async () => {
  const store = createMemoryDocumentStore(options);
  let trips = 0;
  const counting: DocumentStore = {
    ...store,
    batchGet(paths) {
      trips += 1;
      return store.batchGet(paths);
    },
  };
  const harness = createIdentityHarness(counting, cheapHashes());
  const { user, token } = await join(harness, 'Ana');
  const { token: other } = await signIn(harness, user);
  const tripsOf = async (which: string) => {
    trips = 0;
    const { ok } = await harness.identity.session(which, firefox);
    return [ok, trips];
  };
  expect([await tripsOf(token), await tripsOf(token)]).toEqual([
    [true, 2],
    [true, 1],
  ]);
  expect(await harness.other.signOut(token, firefox)).toMatchObject({ ok: true });
  expect(await tripsOf(token)).toEqual([false, 1]);
  expect(await tripsOf(other)).toEqual([true, 2]);
  await store.commit([{ kind: 'update', path: `users/${user.id}`, fields: { disabled: true } }]);
  expect(await tripsOf(other)).toEqual([false, 1]);
});

test('a session whose record is damaged has ended: who signs in again is in', async () => {
  const store = createMemoryDocumentStore(options);
  let damaged = '';
  const told: unknown[] = [];
  const harness = createIdentityHarness(
    {
      ...store,
      batchGet: async (paths) =>
        (await store.batchGet(paths)).map((one) => (one?.path === damaged ? { ...one, data: { userId: 7 } } : one)),
    },
    cheapHashes(),
    {},
    (error) => void told.push(error),
  );
  const { user, token, session } = await join(harness, 'Ana');
  damaged = `sessions/${session.id}`;
  expect(await harness.identity.session(token, firefox)).toMatchObject({ error: { code: 'user-token-expired' } });
  expect(told).toEqual([expect.objectContaining({ name: 'MisfitDocument', path: damaged })]);
  expect(await isIn(harness, (await signIn(harness, user)).token)).toBe(true);
});

const mail: AccountMail = { kind: 'existing-account', to: 'ana@meki.test', locale: 'es', data: { name: 'Ana' } };

test('a mail is handed on after the delay, and not before', () => {
  vi.useFakeTimers();
  try {
    const send = vi.fn(async () => {});
    createPostbox(
      send,
      () => {},
      () => 100,
    ).post(mail);
    vi.advanceTimersByTime(99);
    expect(send).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(send).toHaveBeenCalledExactlyOnceWith(mail);
  } finally {
    vi.useRealTimers();
  }
});

test('what still waits is handed on when the box is emptied, and only once', async () => {
  const sent: AccountMail[] = [];
  const postbox = createPostbox(
    async (posted) => void sent.push(posted),
    () => {},
    () => 60_000,
  );
  postbox.post(mail);
  await postbox.empty();
  await postbox.empty();
  expect(sent).toEqual([mail]);
});

test('a mail that cannot be handed on is reported', async () => {
  const errors: unknown[] = [];
  const failure = new Error('no room');
  const postbox = createPostbox(
    () => Promise.reject(failure),
    (error) => errors.push(error),
    () => 0,
  );
  postbox.post(mail);
  await postbox.empty();
  expect(errors).toEqual([failure]);
});
