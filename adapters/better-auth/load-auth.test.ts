import { expect, onTestFinished, test, vi } from 'vitest';
import { accountCollections } from '#core/accounts/account-collections.ts';
import { createToken } from '#core/accounts/secret-values.ts';
import { PreconditionFailed } from '#core/documents/errors.ts';
import { createMemoryDocumentStore } from '../memory/document-store.ts';
import { createBetterAuthIdentity } from './identity.ts';
import { loadAuth } from './load-auth.ts';
import { createPasswordHasher } from './password-hasher.ts';

const hasher = createPasswordHasher({ memory: 64, passes: 1 });
const options = { origin: 'https://meki.test', secret: 'a secret of the tests, long enough for all', hasher };

function createStore() {
  const store = createMemoryDocumentStore({ collections: accountCollections });
  onTestFinished(() => store.close());
  return store;
}

async function createDatabase() {
  const store = createStore();
  const { adapter } = await (await loadAuth({ store, ...options })).$context;
  const createUser = (email: string) =>
    adapter.create<Record<string, unknown>, { id: string; email: string; createdAt: Date }>({
      model: 'user',
      data: {
        name: 'Ana',
        email,
        emailVerified: false,
        language: 'es',
        createdAt: new Date(0),
        updatedAt: new Date(0),
      },
    });
  return { store, adapter, createUser };
}

const byEmail = (value: string) => [{ field: 'email', value }];

test('asking who is signed in does not load better-auth', async () => {
  const loaded = vi.fn();
  vi.doMock('better-auth/minimal', async (original) => {
    loaded();
    return original();
  });
  onTestFinished(() => void vi.doUnmock('better-auth/minimal'));
  const identity = createBetterAuthIdentity({
    ...options,
    store: createStore(),
    origins: [options.origin],
    languages: ['es'],
    signUpMode: 'open',
    send: async () => {},
    record: () => {},
    onError: () => {},
  });
  await identity.session(createToken(), {});
  expect(loaded).not.toHaveBeenCalled();
  await identity.signIn({ email: 'ana@meki.test', password: 'lámpara-azul-17', remember: true }, {});
  expect(loaded).toHaveBeenCalledOnce();
});

test('better-auth finds a row that it made, by id and by email, with dates', async () => {
  const { adapter, createUser } = await createDatabase();
  const { id } = await createUser('ana@meki.test');
  const found = await adapter.findOne({ model: 'user', where: [{ field: 'id', value: id }] });
  expect(found).toMatchObject({ id, email: 'ana@meki.test', role: 'viewer', createdAt: new Date(0) });
  expect(await adapter.findOne({ model: 'user', where: byEmail('ana@meki.test') })).toEqual(found);
  expect(await adapter.findOne({ model: 'user', where: byEmail('b@meki.test') })).toBeNull();
});

test('better-auth cannot give one email to two rows, not even at once', async () => {
  const { createUser } = await createDatabase();
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => createUser('ana@meki.test')));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(createUser('ana@meki.test')).rejects.toMatchObject({ name: 'EmailTaken' });
});

test('a transaction of better-auth happens as a whole or not at all', async () => {
  const { store, adapter, createUser } = await createDatabase();
  const account = {
    providerId: 'credential',
    accountId: 'x',
    password: 'y'.repeat(30),
    createdAt: new Date(0),
    updatedAt: new Date(0),
  };
  const { id } = await createUser('ana@meki.test');
  const failing = adapter.transaction(async (within) => {
    await within.create({ model: 'account', data: { ...account, userId: id } });
    throw new Error('changed its mind');
  });
  await expect(failing).rejects.toThrow('changed its mind');
  expect(await store.runQuery({ collection: 'accounts' })).toEqual([]);

  const overtaken = adapter.transaction(async (within) => {
    await within.create({ model: 'account', data: { ...account, userId: id } });
    await within.update({ model: 'user', where: [{ field: 'id', value: id }], update: { name: 'Berta' } });
    await adapter.update({ model: 'user', where: [{ field: 'id', value: id }], update: { name: 'Carla' } });
  });
  await expect(overtaken).rejects.toThrow(PreconditionFailed);
  expect(await store.runQuery({ collection: 'accounts' })).toEqual([]);
  expect(await adapter.findOne({ model: 'user', where: byEmail('ana@meki.test') })).toMatchObject({ name: 'Carla' });
});

test('better-auth frees the email of a row that it deletes', async () => {
  const { adapter, createUser } = await createDatabase();
  await createUser('ana@meki.test');
  await adapter.delete({ model: 'user', where: byEmail('ana@meki.test') });
  expect(await adapter.count({ model: 'user', where: byEmail('ana@meki.test') })).toBe(0);
  expect((await createUser('ana@meki.test')).email).toBe('ana@meki.test');
});

test('better-auth changes and deletes all sessions of a user, which are kept without their tokens', async () => {
  const { store, adapter } = await createDatabase();
  const date = new Date(1000);
  const data = { userId: 'u', sessionEpoch: 0, device: '', remember: true, authenticatedAt: 0 };
  for (const token of ['one-token', 'two-token']) {
    const row = { ...data, token, expiresAt: date, createdAt: date, updatedAt: date };
    await adapter.create({ model: 'session', data: row });
  }
  expect(JSON.stringify(await store.runQuery({ collection: 'sessions' }))).not.toContain('-token');
  const where = [{ field: 'userId', value: 'u' }];
  expect(await adapter.findOne({ model: 'session', where: [{ field: 'token', value: 'one-token' }] })).toMatchObject({
    userId: 'u',
  });
  expect(await adapter.updateMany({ model: 'session', where, update: { expiresAt: new Date(5000) } })).toBe(2);
  const rows = await adapter.findMany<{ expiresAt: Date }>({ model: 'session', where });
  expect(rows.map(({ expiresAt }) => expiresAt.getTime())).toEqual([5000, 5000]);
  expect(await adapter.deleteMany({ model: 'session', where })).toBe(2);
  expect(await adapter.findMany({ model: 'session', where })).toEqual([]);
});

test('better-auth may not search through a collection', async () => {
  const { adapter } = await createDatabase();
  await expect(adapter.findMany({ model: 'user' })).rejects.toThrow('cannot be found by nothing');
  const where = [{ field: 'email', operator: 'contains' as const, value: '@' }];
  await expect(adapter.findMany({ model: 'user', where })).rejects.toThrow('contains is not offered');
});
