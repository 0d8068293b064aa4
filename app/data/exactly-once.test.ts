import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { auditLog } from '#core/audit/audit-log.ts';
import { messages } from '#core/inbox/messages-collection.ts';
import { createUnsteadyFetch } from '../../test/helpers/cloud/unsteady-fetch.ts';
import { createLiveSite } from '../../test/helpers/content/live-site.ts';
import { createRandom } from '../../test/helpers/random.ts';
import { createDataClient } from './data-client.ts';
import { createMemoryStorage } from './storage/safe-storage.ts';
import type { TargetView } from './target-view.ts';
import { createTransport } from './transport.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const WRITES = 1_000;
const ABOUT = { label: 'a message', href: '/admin/inbox/a' };

test('a thousand writes from three windows over a network that fails at random are applied once each, in order, and all windows show the same', async () => {
  const random = createRandom(20_261_123);
  const site = createLiveSite();
  onTestFinished(() => site.close());
  const ids = ['a', 'b', 'c'];
  for (const id of ids) await site.put(id);
  const applied: { [path: string]: string[] } = Object.fromEntries(ids.map((id) => [messages.at(id).path, []]));
  const stop = site.store.listen(
    { query: { collection: messages.name } },
    ({ changes }) => {
      for (const { path, document } of changes) applied[path]?.push(String(document?.data.note));
    },
    { onError: () => {} },
  );
  onTestFinished(stop);

  const storage = createMemoryStorage();
  const networks = ids.map(() => createUnsteadyFetch(site.fetchAs('eva'), random));
  const log = vi.fn();
  const windows = networks.map(({ fetch }) => createDataClient({ transport: createTransport(fetch), storage, log }));
  const target = {
    query: {
      collection: messages.name,
      where: [{ field: 'folder', op: '==' as const, value: 'inbox' }],
      orderBy: [{ field: 'at', direction: 'desc' as const }],
      limit: 30,
    },
  };
  const views: (TargetView | undefined)[] = [];
  for (const [index, client] of windows.entries()) {
    client.resume();
    client.listen(target, (view) => {
      views[index] = view;
    });
  }

  const notes: { [path: string]: string[] } = Object.fromEntries(ids.map((id) => [messages.at(id).path, ['']]));
  for (let written = 0; written < WRITES; written++) {
    const id = ids[random(ids.length)] as string;
    const path = messages.at(id).path;
    const own = notes[path] ?? [];
    // The decision depends on the write before: applied twice or out of order, it would be refused.
    const change = { path, fields: { note: `${id} ${written}` }, seen: { note: own.at(-1) ?? '' } };
    own.push(change.fields.note);
    await windows[random(windows.length)]?.write([change], ABOUT);
    const network = networks[random(networks.length)];
    if (random(25) === 0) network?.cut();
    else if (random(5) === 0) network?.restore();
    if (random(10) === 0) await vi.advanceTimersByTimeAsync(random(3_000));
  }
  for (const network of networks) network.calm();
  for (let round = 0; round < 200 && windows.some(({ batches }) => batches.read().length > 0); round++) {
    await vi.advanceTimersByTimeAsync(10_000);
  }
  await vi.advanceTimersByTimeAsync(70_000);

  expect(windows.map(({ batches }) => batches.read())).toEqual([[], [], []]);
  expect(applied).toEqual(notes);
  const stored = await site.store.runQuery({ collection: messages.name });
  for (const view of views) {
    expect([...(view?.documents ?? [])].sort((one, other) => (one.path < other.path ? -1 : 1))).toEqual(stored);
    expect(view?.pending.size).toBe(0);
    expect(view?.isFromCache).toBe(false);
  }
  expect(log.mock.calls.length, 'it is logged once per window').toBeLessThanOrEqual(3);
  for (const client of windows) client.close();
});

test('an audited change whose answers are lost again and again is recorded once', async () => {
  const site = createLiveSite();
  onTestFinished(() => site.close());
  await site.put('a');
  let answers = 0;
  const fetch = site.fetchAs('eva');
  const client = createDataClient({
    storage: createMemoryStorage(),
    log: () => {},
    transport: createTransport(async (path, init) => {
      const response = await fetch(path, init);
      if (path.endsWith('/write') && ++answers < 5) throw new TypeError('Failed to fetch');
      return response;
    }),
  });
  client.resume();
  const path = messages.at('a').path;
  await client.write([{ path, fields: { assignee: { id: 'olga', name: 'Olga' } } }], ABOUT);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(client.batches.read()).toEqual([]);
  expect((await site.message('a'))?.assignee).toEqual({ id: 'olga', name: 'OLGA' });
  const entries = await site.store.runQuery({ collection: auditLog.name });
  expect(entries.map(({ data }) => data.action)).toEqual(['message.assigned']);
  client.close();
});
