import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { auditLog } from '#core/audit/audit-log.ts';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { messages } from '#core/inbox/messages-collection.ts';
import { liveClients } from '#core/live/live-clients.ts';
import { createMemoryStorage } from '../../app/data/storage/safe-storage.ts';
import { createTransport } from '../../app/data/transport.ts';
import { WriteQueue } from '../../app/data/write-queue.ts';
import { type CutProxy, startCutProxy } from '../../test/helpers/cloud/cut-proxy.ts';
import { type Fault, failingConnection } from '../../test/helpers/cloud/failing-connection.ts';
import { type Fireemu, startFireemu, whyNoFireemu } from '../../test/helpers/cloud/start-fireemu.ts';
import { createUnsteadyFetch } from '../../test/helpers/cloud/unsteady-fetch.ts';
import { createLiveSite } from '../../test/helpers/content/live-site.ts';
import { fuzzRounds } from '../../test/helpers/fuzz-rounds.ts';
import { createRandom, type Random } from '../../test/helpers/random.ts';
import { type Connection, connect } from './connect.ts';
import { createStoreOn } from './document-store.ts';
import { feedAfter, feedChanges } from './feed-documents.ts';
import type { RpcDocument } from './firestore-rpc.ts';

const IDS = ['a', 'b', 'c'];
const FAULTS: Fault[] = ['answer lost', 'not sent', 'late', 'aborted'];
const collections = [messages, auditLog, liveClients];
const missing = whyNoFireemu();

describe.skipIf(missing !== undefined)(`Firestore that fails${missing === undefined ? '' : ` (${missing})`}`, () => {
  let emulator: Fireemu | undefined;
  beforeAll(async () => {
    emulator = await startFireemu(['firestore'], { profile: 'emulator' });
  });
  afterAll(() => emulator?.stop());

  function open(emulatorHost: string): Connection {
    return connect({ project: 'demo-once', database: '(default)', emulatorHost, firstRetry: 1 });
  }

  /** The number of commits that wrote each document, by its path. */
  async function countCommits({ collect, root }: Connection): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    const found = await collect<{ document?: RpcDocument | null }>((rpc, options) =>
      rpc.runQuery({ parent: root, structuredQuery: feedAfter(undefined) }, options),
    );
    for (const { document } of found) {
      for (const { path } of document ? feedChanges(document) : []) counts.set(path, (counts.get(path) ?? 0) + 1);
    }
    return counts;
  }

  /** A store whose requests fail at random, at a connection that can be cut. */
  function openFailing(proxy: CutProxy, random: Random) {
    const state = { isCalm: false };
    const happens = (percent: number) => !state.isCalm && random(100) < percent;
    const real = open(proxy.host);
    const { connection } = failingConnection(real, () => (happens(25) ? FAULTS[random(FAULTS.length)] : undefined));
    const collect: Connection['collect'] = async (ask) => {
      if (happens(3)) throw new StoreUnavailable('Connection failed.');
      return real.collect(ask);
    };
    return { store: createStoreOn({ ...connection, collect }, { collections }), state };
  }

  test('what three windows write over a network that fails is applied exactly once, and in order', {
    timeout: 3_600_000,
  }, async () => {
    const { seed, numRuns } = fuzzRounds(120);
    const random = createRandom(seed);
    const host = emulator?.hosts.firestore ?? '';
    const proxy = await startCutProxy(host);
    onTestFinished(() => proxy.close());
    const { store, state } = openFailing(proxy, random);
    const site = createLiveSite(() => store);
    const witness = open(host);
    onTestFinished(async () => {
      site.close();
      await Promise.all([store.close(), witness.close()]);
    });
    for (const id of IDS) await site.put(id);
    const storage = createMemoryStorage();
    const networks = IDS.map(() => createUnsteadyFetch(site.fetchAs('eva'), random));
    const queues = networks.map(
      ({ fetch }) =>
        new WriteQueue({ storage, transport: createTransport(fetch), isPolling: () => false, onDocuments: () => {} }),
    );
    onTestFinished(() => {
      for (const queue of queues) queue.stop();
    });
    const pending = () => Math.max(...queues.map(({ batches }) => batches.read().length));
    const untilPending = async (most: number) => {
      while (pending() > most) {
        for (const network of networks) if (random(5) === 0) network.restore();
        // Without the waits between attempts.
        for (const queue of queues) queue.send();
        await wait(2);
      }
    };

    const notes = new Map(IDS.map((id) => [id, ['']]));
    for (let number = 0; number < numRuns; number++) {
      const id = IDS[random(IDS.length)] as string;
      const own = notes.get(id) ?? [];
      // The decision depends on the write before: applied out of order, it would be refused.
      const change = {
        path: messages.at(id).path,
        fields: { note: `${id} ${number}` },
        seen: { note: own.at(-1) ?? '' },
      };
      own.push(change.fields.note);
      await queues[random(queues.length)]?.add([change], { label: 'a message', href: '/admin/inbox/a' });
      if (random(25) === 0) networks[random(networks.length)]?.cut();
      if (number % 100 === 50) proxy.cut(random(2) === 0 ? 'refused' : 'answers lost', random(100));
      await untilPending(20);
    }
    state.isCalm = true;
    for (const network of networks) network.calm();
    await untilPending(0);

    const counts = await countCommits(witness);
    for (const [id, own] of notes) {
      expect((await site.message(id))?.note).toBe(own.at(-1));
      // One more has put the message.
      expect(counts.get(messages.at(id).path)).toBe(own.length);
    }
    // Without the site's error handler, Hono prints why calls failed.
    const { mock, mockClear } = vi.mocked(console.error);
    expect(mock.calls.flat().filter((error) => !(error instanceof StoreUnavailable))).toEqual([]);
    mockClear();
  });
});
