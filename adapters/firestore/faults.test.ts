import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { checkCollections } from '#core/documents/check-collections.ts';
import type { FeedChange, Write } from '#core/documents/document-store.ts';
import { PreconditionFailed, StoreUnavailable } from '#core/documents/errors.ts';
import { startCutProxy } from '../../test/helpers/cloud/cut-proxy.ts';
import { type Fault, failingConnection } from '../../test/helpers/cloud/failing-connection.ts';
import { type Fireemu, startFireemu, whyNoFireemu } from '../../test/helpers/cloud/start-fireemu.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { fuzzRounds } from '../../test/helpers/fuzz-rounds.ts';
import { noError, settings, things } from '../contracts/contract-store.ts';
import { createCommit } from './commit-writes.ts';
import { connect } from './connect.ts';
import { createFirestoreDocumentStore } from './document-store.ts';
import { createKnownFields } from './feed-documents.ts';
import { createDocumentReader } from './read-documents.ts';

const missing = whyNoFireemu();
const collections = checkCollections([things]);

describe.skipIf(missing !== undefined)(`a service that fails${missing ? ` (${missing})` : ''}`, () => {
  let emulator: Fireemu | undefined;
  let count = 0;
  beforeAll(async () => {
    emulator = await startFireemu(['firestore'], { profile: 'emulator' });
  });
  afterAll(() => emulator?.stop());

  const address = () => ({
    project: `demo-faults-${count++}`,
    database: '(default)',
    emulatorHost: emulator?.hosts.firestore ?? '',
    requestTimeout: 5_000,
    firstRetry: 1,
  });

  /** A store whose commits fail, with what they answer. */
  function open(faultOf: (attempt: number) => Fault) {
    const place = address();
    const connection = connect(place);
    const { connection: failing } = failingConnection(connection, faultOf);
    const reader = createDocumentReader(connection, collections, () => {});
    const commit = createCommit({
      connection: failing,
      collections,
      reader,
      known: createKnownFields(),
      now: Date.now,
    });
    const store = createFirestoreDocumentStore({ ...place, collections: [things] });
    onTestFinished(() => store.close());
    onTestFinished(() => connection.close());
    return { commit, store };
  }

  test('a commit whose answer was lost, or that was not sent, is done once and told once', {
    timeout: 900_000,
  }, async () => {
    const { numRuns } = fuzzRounds(20);
    const faults: Fault[] = ['answer lost', undefined, 'not sent', 'answer lost', undefined, 'not sent', 'not sent'];
    const { commit, store } = open((attempt) => faults[attempt % faults.length]);
    const told: FeedChange[] = [];
    store.followChanges(['things'], ({ changes }) => told.push(...changes), noError);
    await commit(settings({ counter: { a: 0 } }));
    const add: Write = {
      kind: 'update',
      path: 'things/counter',
      fields: {},
      transforms: [{ field: 'a', kind: 'increment', by: 1 }],
    };
    for (let round = 1; round <= numRuns; round++) {
      const [version] = (await commit([add])).versions;
      const [document] = await store.batchGet(['things/counter']);
      expect(document).toMatchObject({ data: { a: round }, version });
    }
    await eventually(() => expect(told.at(-1)?.after?.a).toBe(numRuns));
    expect(new Set(told.map(({ after }) => after?.a)).size).toBe(told.length);
  });

  test('a commit that is carried out after it was sent again and refused as busy is done once', async () => {
    const faults: Fault[] = ['late', 'aborted', undefined];
    let sent = 0;
    const { commit, store } = open(() => faults[sent++ % faults.length]);
    await store.commit(settings({ counter: { a: 0 } }));
    const transforms = [{ field: 'a', kind: 'increment' as const, by: 1 }];
    for (let round = 1; round <= 40; round++) {
      sent = 0;
      const [version] = (await commit([{ kind: 'update', path: 'things/counter', fields: {}, transforms }])).versions;
      const [document] = await store.batchGet(['things/counter']);
      expect(document).toMatchObject({ data: { a: round }, version });
    }
  });

  test('what was created although the answer was lost is no conflict, and what others created is one', async () => {
    const { commit } = open((attempt) => (attempt % 2 === 0 ? 'answer lost' : undefined));
    const create: Write = { kind: 'set', path: 'things/one', data: { a: 1 }, precondition: { exists: false } };
    expect((await commit([create])).versions[0]).toBeGreaterThan(0);
    await expect(commit([create])).rejects.toBeInstanceOf(PreconditionFailed);
  });

  test('a connection that falls silent is given up, and listeners are told what they missed', async () => {
    const { emulatorHost, ...rest } = address();
    const proxy = await startCutProxy(emulatorHost);
    const place = { ...rest, collections: [things], keepalive: { interval: 100, timeout: 200 } };
    const store = createFirestoreDocumentStore({ ...place, emulatorHost: proxy.host });
    const other = createFirestoreDocumentStore({ ...place, emulatorHost });
    onTestFinished(async () => {
      await Promise.all([store.close(), other.close()]);
      await proxy.close();
    });
    const received: unknown[] = [];
    store.listen({ documents: ['things/one'] }, ({ changes }) => received.push(changes[0]?.document?.data.a), noError);
    await other.commit(settings({ one: { a: 1 } }));
    await eventually(() => expect(received.at(-1)).toBe(1));
    proxy.cut('silent', 60_000);
    await other.commit(settings({ one: { a: 2 } }));
    await eventually(() => expect(received.at(-1)).toBe(2));
    expect((await store.batchGet(['things/one']))[0]?.data).toEqual({ a: 2 });
  });

  test('after a read without an answer, the next one uses another connection', async () => {
    const { emulatorHost, ...rest } = address();
    const proxy = await startCutProxy(emulatorHost);
    const keepalive = { interval: 60_000, timeout: 60_000 };
    const place = { ...rest, collections: [things], keepalive, requestTimeout: 1_000 };
    const store = createFirestoreDocumentStore({ ...place, emulatorHost: proxy.host });
    onTestFinished(async () => {
      await store.close();
      await proxy.close();
    });
    await store.commit(settings({ one: { a: 1 } }));
    proxy.cut('silent', 60_000);
    await expect(store.batchGet(['things/one'])).rejects.toThrow('Request time out');
    expect((await store.batchGet(['things/one']))[0]?.data).toEqual({ a: 1 });
  });

  test('a service that cannot be reached is told as such, and one that does not answer in time', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as { port: number };
    const closed = createFirestoreDocumentStore({
      ...address(),
      emulatorHost: '127.0.0.1:1',
      requestTimeout: 300,
      collections: [things],
    });
    const slow = createFirestoreDocumentStore({
      ...address(),
      emulatorHost: `127.0.0.1:${port}`,
      requestTimeout: 300,
      collections: [things],
    });
    for (const [store, message] of [
      [closed, 'Connection failed.'],
      [slow, 'Request time out'],
    ] as const) {
      onTestFinished(() => store.close());
      const outcomes = await Promise.allSettled([
        store.batchGet(['things/one']),
        store.runQuery({ collection: 'things' }),
        store.commit(settings({ one: {} })),
      ]);
      for (const outcome of outcomes) {
        const reason: unknown = outcome.status === 'rejected' ? outcome.reason : undefined;
        expect(reason).toBeInstanceOf(StoreUnavailable);
        expect((reason as Error).message).toBe(message);
      }
    }
  });
});
