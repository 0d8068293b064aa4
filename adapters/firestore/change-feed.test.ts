import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changed, consistent, createStreamedService } from '../../test/helpers/cloud/streamed-service.ts';
import { noError } from '../contracts/contract-store.ts';
import { ChangeFeed } from './change-feed.ts';
import { FEED } from './feed-documents.ts';
import type { RpcListenResponse } from './firestore-rpc.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const commit = (id: string, seconds: number): RpcListenResponse =>
  changed({
    name: `root/${FEED}/${id}`,
    fields: {
      at: { timestampValue: { seconds, nanos: 0 } },
      changes: { stringValue: JSON.stringify([{ kind: 'written', path: `things/${id}`, after: {} }]) },
    },
  });

/** A feed in whose stream one commit was made before. */
async function start() {
  const service = createStreamedService();
  const feed = new ChangeFeed(service.connection);
  const told: string[] = [];
  const follow = (collection: string) =>
    feed.follow([collection], ({ changes }) => told.push(...changes.map(({ path }) => path)), noError);
  const stop = follow('things');
  await vi.advanceTimersByTimeAsync(0);
  service.say(commit('before', 100), ...consistent);
  await vi.advanceTimersByTimeAsync(0);
  return { ...service, feed, told, follow, stop };
}

test('all followers of a process share one stream', async () => {
  const { streams, told, follow, say } = await start();
  follow('people');
  follow('things');
  await vi.advanceTimersByTimeAsync(0);
  say(commit('one', 101), ...consistent);
  expect(told).toEqual(['things/one', 'things/one']);
  expect(streams).toHaveLength(1);
});

test('a commit that becomes visible after a later one is told, and each only once', async () => {
  const { told, say } = await start();
  say(commit('later', 105), ...consistent);
  say(commit('earlier', 99), ...consistent);
  const reset: RpcListenResponse = { targetChange: { targetChangeType: 'RESET' } };
  say(reset, commit('before', 100), commit('earlier', 99), commit('later', 105), ...consistent);
  expect(told).toEqual(['things/later', 'things/earlier']);
});

test('a commit of the process waits until its followers know it, at most a second, and once', async () => {
  const { feed, say } = await start();
  const changes = [{ kind: 'written', path: 'things/own', after: {} }] as const;
  const waits: string[] = [];
  const wait = (id: string) => feed.told(id, changes).then(() => waits.push(id));
  void wait('own');
  await vi.advanceTimersByTimeAsync(500);
  expect(waits).toEqual([]);
  say(commit('own', 101), ...consistent);
  await vi.advanceTimersByTimeAsync(0);
  expect(waits).toEqual(['own']);
  void wait('lost');
  await vi.advanceTimersByTimeAsync(1_000);
  void wait('unheard');
  await vi.advanceTimersByTimeAsync(0);
  expect(waits).toEqual(['own', 'lost', 'unheard']);
});

test('a commit that concerns no follower does not wait', async () => {
  const { feed } = await start();
  await feed.told('own', [{ kind: 'written', path: 'people/own', after: {} }]);
});
