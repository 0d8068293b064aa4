import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type ClientChange, LIVE_PATHS } from '#core/live/live-protocol.ts';
import { createLiveSite } from '../../test/helpers/content/live-site.ts';
import { createDataClient } from './data-client.ts';
import { createMemoryStorage } from './storage/safe-storage.ts';
import type { TargetView } from './target-view.ts';
import { createTransport } from './transport.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const ABOUT = { label: 'a', href: '/a' };
const LIST = {
  query: {
    collection: 'messages',
    where: [{ field: 'folder', op: '==' as const, value: 'inbox' }],
    orderBy: [{ field: 'at', direction: 'desc' as const }],
    limit: 3,
  },
};

const pass = (ms = 100) => vi.advanceTimersByTimeAsync(ms);
const set = (id: string, fields: ClientChange['fields'], seen?: ClientChange['fields']): ClientChange => ({
  path: `messages/${id}`,
  fields,
  ...(seen && { seen }),
});

function create(storage = createMemoryStorage(), site = createLiveSite()) {
  onTestFinished(() => site.close());
  const calls: { path: string; body: string }[] = [];
  let down: boolean | string = false;
  const fetch = site.fetchAs('eva');
  const open = () => {
    const client = createDataClient({
      storage,
      log: () => {},
      transport: createTransport(async (path, init) => {
        calls.push({ path, body: String(init.body) });
        if (down === true || down === path) throw new TypeError('Failed to fetch');
        return fetch(path, init);
      }),
    });
    onTestFinished(() => client.close());
    let view: TargetView | undefined;
    client.listen(LIST, (next) => {
      view = next;
    });
    client.resume();
    return {
      ...client,
      view: () => view,
      ids: () => view?.documents.map(({ path }) => path.slice('messages/'.length)),
    };
  };
  return {
    ...site,
    storage,
    open,
    calls,
    sent: (path: string) => calls.filter((call) => call.path === path),
    /** Loses all calls, none, or those to a path. */
    setDown: (next: boolean | string) => {
      down = next;
    },
  };
}

test('a query is shown in its order, and changes by itself', async () => {
  const { put, open } = create();
  await put('a', { at: 1 });
  await put('b', { at: 2 });
  const { ids, view } = open();
  await pass();
  expect([ids(), view()?.isFromCache]).toEqual([['b', 'a'], false]);
  await put('c', { at: 3 });
  await put('d', { at: 4 });
  await put('a', { at: 1, folder: 'spam' });
  await put('d', { at: 4, folder: 'spam' });
  await pass();
  expect(ids()).toEqual(['c', 'b']);
});

test('a change made offline is shown as pending, survives the page, and is applied later', async () => {
  const site = create();
  await site.put('a', { at: 1 });
  await site.put('b', { at: 2 });
  const first = site.open();
  await pass();
  site.setDown(true);
  first.pause();
  first.resume();
  await pass();
  expect(first.connection.read()).toBe('unknown');
  await pass(10_000);
  expect(first.connection.read()).toBe('offline');
  await first.write([set('a', { unread: false })], ABOUT);
  await first.write([set('b', { folder: 'spam' })], ABOUT);
  await pass();
  expect([first.ids(), [...(first.view()?.pending ?? [])]]).toEqual([['a'], ['messages/a']]);
  first.close();

  const second = site.open();
  await pass();
  expect(second.view()).toMatchObject({
    isFromCache: true,
    documents: [{ path: 'messages/a', data: { unread: false } }],
  });
  expect(second.batches.read()).toHaveLength(2);
  expect((await site.message('a'))?.unread).toBe(true);
  site.setDown(false);
  await pass(60_000);
  expect(second.batches.read()).toEqual([]);
  expect([second.ids(), second.view()?.pending.size, second.view()?.isFromCache]).toEqual([['a'], 0, false]);
  expect([(await site.message('a'))?.unread, (await site.message('b'))?.folder]).toEqual([false, 'spam']);
});

test('a change that the server refuses is returned with the reason, and has no effect any more', async () => {
  const { put, open, message } = create();
  await put('a', { note: 'hers' });
  const { write, batches, view, dismiss } = open();
  await pass();
  await write([set('a', { note: 'mine' }, { note: '' })], ABOUT);
  await pass();
  expect(batches.read()).toMatchObject([{ refused: 'changed', about: ABOUT, changes: [{ fields: { note: 'mine' } }] }]);
  expect(view()).toMatchObject({ pending: new Set(), documents: [{ data: { note: 'hers' } }] });
  expect((await message('a'))?.note).toBe('hers');
  await dismiss(batches.read()[0]?.seq ?? 0);
  expect(batches.read()).toEqual([]);
});

test('once the server is reached again, a change that fails then is tried again after 1 s, however long it was away', async () => {
  const { put, open, setDown, message } = create();
  await put('a');
  const { connection, batches, pause, resume, write } = open();
  await pass();
  setDown(true);
  pause();
  resume();
  await write([set('a', { note: 'late' }, { note: '' })], ABOUT);
  await pass(600_000);
  expect(connection.read()).toBe('offline');
  setDown(LIVE_PATHS.write);
  resume();
  await pass();
  expect([connection.read(), batches.read().length]).toEqual(['online', 1]);
  setDown(false);
  await pass(1_000);
  expect([(await message('a'))?.note, batches.read()]).toEqual(['late', []]);
});

test('at most ten batches are under way; more wait', async () => {
  const { put, open, sent, setDown, message } = create();
  await put('a');
  const { write, batches } = open();
  await pass();
  setDown(true);
  for (let index = 0; index < 23; index++) {
    const seen = index === 0 ? '' : `${index - 1}`;
    await write([set('a', { note: `${index}` }, { note: seen })], ABOUT);
  }
  setDown(false);
  const before = sent(LIVE_PATHS.write).length;
  await pass(60_000);
  expect(batches.read()).toEqual([]);
  expect((await message('a'))?.note).toBe('22');
  const numbers = sent(LIVE_PATHS.write)
    .slice(before)
    .map(({ body }) => (JSON.parse(body) as { batches: object[] }).batches.length);
  expect(numbers).toEqual([10, 10, 3]);
});

test('a person who signs in again after a session ended sends what was left, and nothing twice', async () => {
  const site = create();
  await site.put('a');
  const first = site.open();
  await pass();
  await first.write([set('a', { note: '1' }, { note: '' })], ABOUT);
  await pass();
  site.setDown(true);
  await first.write([set('a', { note: '2' }, { note: '1' })], ABOUT);
  await pass();
  first.close();
  site.sessionIds.set('eva', 'another');
  site.setDown(false);
  const second = site.open();
  await pass(2_000);
  expect(second.batches.read()).toEqual([]);
  expect((await site.message('a'))?.note).toBe('2');
});

test('what the server has forgotten everything of is returned, and not sent a second time', async () => {
  const site = create();
  await site.put('a');
  const first = site.open();
  await pass();
  site.setDown(true);
  await first.write([set('a', { note: '1' }, { note: '' })], ABOUT);
  await pass();
  first.close();
  for (const { path } of await site.store.runQuery({ collection: 'live-clients' })) {
    await site.store.commit([{ kind: 'delete', path }]);
  }
  site.setDown(false);
  const second = site.open();
  await pass(2_000);
  expect(second.batches.read()).toMatchObject([{ refused: 'ended' }]);
  expect((await site.message('a'))?.note).toBe('');
});

test('nothing may be counted', async () => {
  expect(await create().open().analytics()).toEqual({ counts: [] });
});

test('registration is given up after 10 s and tried again, what may be counted after 60 s', async () => {
  const paths: string[] = [];
  const client = createDataClient({
    storage: createMemoryStorage(),
    log: () => {},
    transport: createTransport((path) => {
      paths.push(path);
      return new Promise(() => {});
    }),
  });
  onTestFinished(() => client.close());
  const failed = vi.fn();
  client.analytics().catch(failed);
  await client.write([set('a', {})], ABOUT);
  const registrations = () => paths.filter((path) => path === LIVE_PATHS.register).length;
  await pass(10_999);
  expect(registrations()).toBe(1);
  await pass(1);
  expect(registrations()).toBe(2);
  await pass(60_000 - 11_001);
  expect(failed).not.toHaveBeenCalled();
  await pass(1);
  expect(failed.mock.calls[0]?.[0]).toMatchObject({ message: 'Request time out' });
});
