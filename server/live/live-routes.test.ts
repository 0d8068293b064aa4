import { expect, onTestFinished, test } from 'vitest';
import { auditLog } from '#core/audit/audit-log.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { MOST_CLIENTS, pruneClients } from '#core/live/live-clients.ts';
import { type ClientChange, LIVE_PATHS, type Registration, type WriteEvent } from '#core/live/live-protocol.ts';
import { createLiveSite } from '../../test/helpers/content/live-site.ts';
import { eventually } from '../../test/helpers/eventually.ts';

function create(change?: (store: DocumentStore) => DocumentStore) {
  const site = createLiveSite(change);
  onTestFinished(() => site.close());
  const post = async (person: string, name: keyof typeof LIVE_PATHS, body: unknown) =>
    site.fetchAs(person)(LIVE_PATHS[name], { method: 'POST', body: JSON.stringify(body) });
  const call = async <Answer = unknown>(person: string, name: keyof typeof LIVE_PATHS, body: unknown) =>
    (await post(person, name, body)).json() as Promise<Answer>;
  const register = (person: string, client?: string) =>
    call<Registration>(person, 'register', client ? { client } : {});
  const send = async (person: string, client: string, ...batches: [number: number, ...changes: ClientChange[]][]) => {
    const body = { client, batches: batches.map(([number, ...changes]) => ({ number, changes })) };
    const text = await (await post(person, 'write', body)).text();
    return text.split('\n').flatMap((line): WriteEvent[] => (line ? [JSON.parse(line)] : []));
  };
  return { ...site, post, call, register, send };
}

const note = (text: string, seen = ''): ClientChange => ({
  path: 'messages/a',
  fields: { note: text },
  seen: { note: seen },
});

const DENIED = { problem: 'permission-denied' };

test('documents, queries and counts are given to those whom the policy table lets read the collection', async () => {
  const { call, put } = create();
  await put('a');
  await put('b', { at: 1 });
  const get = { paths: ['messages/b', 'messages/x', 'messages/a'] };
  const query = { collection: 'messages', orderBy: [{ field: 'at', direction: 'asc' }], limit: 1 };
  const count = { query: { collection: 'messages' }, aggregations: [{ kind: 'count' }] };
  expect(await call('eva', 'get', get)).toMatchObject({ documents: [{ path: 'messages/b' }, { path: 'messages/a' }] });
  expect(await call('eva', 'query', { query })).toMatchObject({ documents: [{ path: 'messages/b' }] });
  expect(await call('eva', 'count', count)).toEqual({ values: [2] });
  for (const person of ['ana', 'vera']) {
    expect(await call(person, 'get', get)).toEqual(DENIED);
    expect(await call(person, 'query', { query })).toEqual(DENIED);
    expect(await call(person, 'count', count)).toEqual(DENIED);
  }
  expect(await call('nobody', 'get', get)).toEqual({ problem: 'ended' });
});

test.each(['sessions', 'accounts', 'verifications', 'mail-queue', 'api-tokens', 'live-clients', 'nothing'])(
  'not even an owner reads %s through the data client',
  async (collection) => {
    const { call, post } = create();
    expect(await call('olga', 'get', { paths: [`${collection}/a`] })).toEqual(DENIED);
    expect(await call('olga', 'query', { query: { collection, limit: 1 } })).toEqual(DENIED);
    expect(await call('olga', 'count', { query: { collection }, aggregations: [{ kind: 'count' }] })).toEqual(DENIED);
    const targets = [{ id: '1', target: { query: { collection, limit: 1 } } }];
    const reader = (await post('olga', 'listen', { targets })).body?.getReader();
    let text = '';
    while (!text.includes('refused')) text += new TextDecoder().decode((await reader?.read())?.value);
    expect(text).toContain('{"refused":"1"}');
    await reader?.cancel();
  },
);

test.each([
  ['get', { paths: [] }],
  ['get', { paths: Array.from({ length: 101 }, () => 'messages/a') }],
  ['query', { query: { collection: 'messages' } }],
  ['query', { query: { collection: 'messages', limit: 201 } }],
  ['query', { query: { collection: 'messages', limit: 1, where: [{ field: 'a..b', op: '==', value: 1 }] } }],
  ['write', { client: 'x', batches: [] }],
  [
    'write',
    { client: 'x', batches: Array.from({ length: 11 }, (_, index) => ({ number: index + 1, changes: [note('')] })) },
  ],
  ['listen', { targets: [], wait: 4_999 }],
  ['listen', { targets: [], wait: 30_001 }],
  ['listen', 'x'],
] as const)('a malformed call of %s is told so: %#', async (name, body) => {
  const { call } = create();
  expect(await call('olga', name, body)).toEqual({ problem: 'invalid' });
});

test('a batch is applied once, and a repetition is answered as the first time', async () => {
  const { put, register, send, message, store } = create();
  await put('a');
  const { client } = await register('eva');
  const assign = { path: 'messages/a', fields: { assignee: { id: 'olga' }, unread: false } } as const;
  const [first] = await send('eva', client, [1, assign]);
  expect(first).toMatchObject({ number: 1, documents: [{ path: 'messages/a' }] });
  expect(await send('eva', client, [1, assign])).toEqual([first]);
  expect(await send('eva', client, [2, note('x')], [3, note('y')], [4, note('y', 'x')])).toMatchObject([
    { number: 2, documents: [{}] },
    { number: 3, refused: 'changed' },
    { number: 4, documents: [{}] },
  ]);
  expect(await send('eva', client, [3, note('y')])).toEqual([{ number: 3, refused: 'changed' }]);
  expect(await message('a')).toMatchObject({ note: 'y', unread: false, assignee: { id: 'olga', name: 'OLGA' } });
  expect(await store.runQuery({ collection: auditLog.name })).toHaveLength(1);
});

test('batches that come at the same time are applied once each, in the order of their numbers', async () => {
  const { put, register, send, message } = create();
  await put('a');
  const { client } = await register('eva');
  const chain = [1, 2, 3].map((number): [number, ClientChange] => [
    number,
    note(`${number}`, number > 1 ? `${number - 1}` : ''),
  ]);
  const answers = await Promise.all(Array.from({ length: 5 }, () => send('eva', client, ...chain)));
  for (const events of answers) expect(events.map((event) => 'documents' in event)).toEqual([true, true, true]);
  expect((await message('a'))?.note).toBe('3');
  expect(await send('eva', client, [5, note('5', '3')])).toEqual([{ problem: 'gap' }]);
});

test('a batch is applied as a whole or not at all, and its refusal says why', async () => {
  const { put, register, send, message } = create();
  await put('a');
  const { client } = await register('eva');
  const read = (path: `${string}/${string}`) => ({ path, fields: { unread: false } });
  const refusals = await send(
    'eva',
    client,
    [1, read('messages/a'), read('messages/b')],
    [2, read('messages/a'), { path: 'messages/a', fields: { note: 'x' }, seen: { note: '' } }],
    [3, { path: 'messages/a', fields: { text: 'x' } }],
    [4, { path: 'messages/a', fields: { assignee: { id: 'vera' } } }],
    [5, { path: 'users/eva', fields: { role: 'owner' } }],
    [6, { path: 'item-cards/a', fields: {} }],
  );
  expect(refusals).toEqual(
    ['not-found', 'invalid', 'invalid', 'not-assignable', 'permission-denied', 'permission-denied'].map(
      (refused, index) => ({ number: index + 1, refused }),
    ),
  );
  expect((await message('a'))?.unread).toBe(true);
  const author = await register('ana');
  expect(await send('ana', author.client, [1, read('messages/a')])).toEqual([
    { number: 1, refused: 'permission-denied' },
  ]);
});

test('a client ends with its session; the next one of the same person learns how far it came', async () => {
  const { put, register, send, sessionIds, store } = create();
  await put('a');
  const { client } = await register('eva');
  await send('eva', client, [1, note('x')], [2, note('y')]);
  expect(await send('olga', client, [3, note('z', 'x')])).toEqual([{ problem: 'ended' }]);
  sessionIds.set('eva', 'another');
  expect(await send('eva', client, [3, note('z', 'x')])).toEqual([{ problem: 'ended' }]);
  expect((await register('olga', client)).former).toBeUndefined();
  const next = await register('eva', client);
  expect(next.former).toEqual({ last: 2, refusals: [{ number: 2, refused: 'changed' }] });
  expect(await send('eva', next.client, [1, note('z', 'x')])).toMatchObject([{ number: 1, documents: [{}] }]);
  expect(await pruneClients(store, Date.now() + 200 * 24 * 3_600_000)).toBe(3);
  expect(await send('eva', next.client, [2, note('z', 'x')])).toEqual([{ problem: 'ended' }]);
});

test('a client that has never written is forgotten within a day, one that has with its session', async () => {
  const { put, register, send, store } = create();
  await put('a');
  const [silent, writer] = [await register('eva'), await register('eva')];
  await send('eva', writer.client, [1, note('x')]);
  const hours = (count: number) => Date.now() + count * 3_600_000;
  expect(await pruneClients(store, hours(23))).toBe(0);
  expect(await pruneClients(store, hours(25))).toBe(1);
  expect((await register('eva', silent.client)).former).toBeUndefined();
  expect((await register('eva', writer.client)).former).toMatchObject({ last: 1 });
});

test('an account has a limited number of clients: those that never wrote go first, then the oldest', async () => {
  const { put, register, send, store } = create();
  await put('a');
  const writer = await register('eva');
  await send('eva', writer.client, [1, note('x')]);
  const other = await register('olga');
  for (let count = 0; count < MOST_CLIENTS + 10; count++) await register('eva');
  expect(await store.runQuery({ collection: 'live-clients', limit: 200 })).toHaveLength(MOST_CLIENTS + 1);
  expect(await send('eva', writer.client, [2, note('y', 'x')])).toMatchObject([{ number: 2, documents: [{}] }]);
  expect((await register('olga', other.client)).former).toMatchObject({ last: 0 });
});

test('an account registers a limited number of clients an hour, whatever its role', async () => {
  const { post, store } = create();
  const statuses: number[] = [];
  for (let count = 0; count < 80; count++) statuses.push((await post('vera', 'register', {})).status);
  const refused = await post('vera', 'register', {});
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  expect((await post('ana', 'register', {})).status).toBe(200);
  expect(await store.runQuery({ collection: 'live-clients', limit: 200 })).toHaveLength(MOST_CLIENTS + 1);
});

test('a request of long polling is answered with the first event, or after its time', async () => {
  const { put, post } = create();
  const targets = [{ id: '1', target: { documents: ['messages/a'] } }];
  const lines = async (body: object) =>
    (await (await post('eva', 'listen', body)).text()).split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []));
  const first = await lines({ targets, wait: 30_000 });
  const topic = first.find((event) => 'topic' in event);
  const state = first.find((event) => 'target' in event);
  expect(state).toMatchObject({ target: '1', kind: 'state', documents: [] });
  const known = [{ ...targets[0], resumeToken: state.resumeToken }];
  const waiting = lines({ targets: known, revisions: [topic.revision], wait: 30_000 });
  await put('a');
  expect((await waiting).find((event) => event.documents?.length > 0)).toMatchObject({
    kind: 'changes',
    documents: [{ path: 'messages/a' }],
  });
});

test('streams of many share one listener in the store per target; whoever may not read it gets nothing', async () => {
  const listened: string[] = [];
  const { post, put } = create((store) => ({
    ...store,
    listen(target, ...rest) {
      const name = JSON.stringify(target);
      listened.push(name);
      const stop = store.listen(target, ...rest);
      return () => {
        listened.splice(listened.indexOf(name), 1);
        stop();
      };
    },
  }));
  await put('a');
  const target = { query: { collection: 'messages', limit: 5 } };
  const open = async (person: string) => {
    const reader = (await post(person, 'listen', { targets: [{ id: '1', target }] })).body?.getReader();
    let text = '';
    void (async () => {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        text += new TextDecoder().decode(part.value);
      }
    })();
    return { text: () => text, leave: () => reader?.cancel() };
  };
  const author = await open('ana');
  const readers = await Promise.all(['eva', 'eva', 'olga', 'olga'].map(open));
  const late = await open('ana');
  await put('b');
  for (const { text } of readers) await eventually(() => expect(text()).toContain('"messages/b"'));
  expect(listened.filter((name) => name.includes('query'))).toHaveLength(1);
  // And one for the account and session of each person.
  expect(listened).toHaveLength(4);
  for (const { text } of [author, late]) {
    expect(text()).toContain('{"refused":"1"}');
    expect(text()).not.toContain('messages/');
  }
  for (const { leave } of [author, late, ...readers]) await leave();
  expect(listened).toEqual([]);
});

test('nothing may be counted', async () => {
  const { call } = create();
  expect(await call('eva', 'analytics', {})).toEqual({ counts: [] });
});
