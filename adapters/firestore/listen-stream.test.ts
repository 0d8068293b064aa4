import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changed, consistent, createStreamedService } from '../../test/helpers/cloud/streamed-service.ts';
import type { RpcDocument } from './firestore-rpc.ts';
import { openListenStream } from './listen-stream.ts';
import { CODE } from './service-errors.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failure = (code: number) => Object.assign(new Error('failed'), { code });
const stored = (name: string) => changed({ name });
function createService() {
  const { connection, streams, say } = createStreamedService();
  const errors: Error[] = [];
  const snapshots: { changes: [string, RpcDocument | undefined][]; isReset: boolean }[] = [];
  const stop = openListenStream(
    connection,
    { documents: ['root/things/one'] },
    {
      onSnapshot: (changes, isReset) => snapshots.push({ changes: [...changes], isReset }),
      onError: (error) => errors.push(error),
    },
  );
  return { streams, errors, snapshots, stop, say };
}

test('waits 1 s before it connects again, 1.5 times longer each time, at most 60 s', async () => {
  const { streams, errors } = createService();
  await vi.advanceTimersByTimeAsync(0);
  for (let wait = 1_000, round = 1; round < 15; wait *= 1.5, round++) {
    streams.at(-1)?.emit('error', failure(CODE.unavailable));
    await vi.advanceTimersByTimeAsync(Math.min(Math.round(wait), 60_000) - 1);
    expect(streams).toHaveLength(round);
    await vi.advanceTimersByTimeAsync(1);
    expect(streams).toHaveLength(round + 1);
  }
  expect(errors).toEqual([]);
});

test('a stream that says nothing for 10 s is given up', async () => {
  const { streams } = createService();
  await vi.advanceTimersByTimeAsync(10_000 + 999);
  expect(streams).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(streams).toHaveLength(2);
});

test('goes on where it was, and tells what is consistent, once', async () => {
  const { streams, snapshots, say, stop } = createService();
  await vi.advanceTimersByTimeAsync(0);
  say(stored('a'));
  expect(snapshots).toEqual([]);
  say(...consistent);
  expect(snapshots).toMatchObject([{ changes: [['a', { name: 'a' }]], isReset: true }]);
  say(stored('half'));
  streams[0]?.emit('error', failure(CODE.unavailable));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(streams[1]?.asked).toMatchObject([{ addTarget: { resumeToken: new Uint8Array([7]) } }]);
  say({ documentDelete: { document: 'a' } }, stored('b'), ...consistent);
  expect(snapshots.at(-1)).toMatchObject({ isReset: false });
  expect(snapshots.at(-1)?.changes.map(([name, document]) => [name, document?.name])).toEqual([
    ['a', undefined],
    ['b', 'b'],
  ]);
  stop();
  say(stored('c'), ...consistent);
  expect(snapshots).toHaveLength(2);
});

test('a target that the service refuses is told once, and not tried again', async () => {
  const { streams, errors } = createService();
  await vi.advanceTimersByTimeAsync(0);
  streams[0]?.emit('error', failure(CODE.permissionDenied));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(streams).toHaveLength(1);
  expect(errors).toHaveLength(1);
});
