import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { DraftEntry, DraftLog } from '#core/drafts/draft-log.ts';
import { type Fault, failingConnection } from '../../test/helpers/cloud/failing-connection.ts';
import { type Fireemu, startFireemu, whyNoFireemu } from '../../test/helpers/cloud/start-fireemu.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { noError } from '../contracts/contract-store.ts';
import { describeDraftLog } from '../contracts/draft-log.contract.ts';
import { type Connection, connect } from './connect.ts';
import { createFirestoreDraftLog } from './draft-log.ts';
import { firestoreIndexes } from './firestore-indexes.ts';
import { openFirestore } from './open-firestore.ts';

const missing = whyNoFireemu();
const NAME = 'item/chest-x-ray/es';

describe.skipIf(missing !== undefined)(`drafts in Firestore${missing === undefined ? '' : ` (${missing})`}`, () => {
  let emulator: Fireemu | undefined;
  let projects = 0;
  beforeAll(async () => {
    emulator = await startFireemu(['firestore'], { indexes: firestoreIndexes([]) });
  });
  afterAll(() => emulator?.stop());

  const newProject = () => `demo-drafts-${process.pid}-${projects++}`;
  function open(project = newProject()): Connection {
    const emulatorHost = emulator?.hosts.firestore ?? '';
    const connection = connect({ project, database: '(default)', emulatorHost, requestTimeout: 5_000, firstRetry: 1 });
    onTestFinished(() => connection.close());
    return connection;
  }

  function openBoth(project: string): DraftLog {
    const emulatorHost = emulator?.hosts.firestore ?? '';
    const { store, draftLog } = openFirestore({ collections: [], project, database: '(default)', emulatorHost });
    onTestFinished(() => store.close());
    return draftLog;
  }

  describeDraftLog('firestore', () => createFirestoreDraftLog(open(), { gather: 5 }));

  test('several processes append to one draft: nothing is lost or doubled, and all are told the same order', async () => {
    const project = newProject();
    const lost: Fault[] = ['answer lost', undefined, 'not sent', undefined, undefined, 'answer lost', 'not sent'];
    const faults: Fault[] = [...lost, undefined, 'late', 'aborted', undefined];
    const logs = Array.from({ length: 3 }, (_, process) =>
      createFirestoreDraftLog(open(project), { gather: 1 + process }),
    );
    const failing = failingConnection(open(project), (attempt) => faults[attempt % faults.length]);
    logs.push(createFirestoreDraftLog(failing.connection));
    const told = logs.map((log) => {
      const entries: DraftEntry[] = [];
      onTestFinished(log.follow(NAME, (some) => entries.push(...some), { ...noError, after: 0 }));
      return entries;
    });
    const positions = await Promise.all(
      logs.map(async (log, process) => {
        const own: number[] = [];
        for (let number = 0; number < 25; number++) {
          own.push(await log.append(NAME, Uint8Array.of(process, number)));
          if (number % 10 === process) await log.settle(NAME, own.at(-1) ?? 0);
          await wait(Math.random() * 5);
        }
        return own;
      }),
    );
    const all = (await logs[0]?.read(NAME)) ?? [];
    expect(new Set(positions.flat()).size).toBe(100);
    expect(all.map(({ position }) => position)).toEqual(positions.flat().sort((a, b) => a - b));
    for (const [process, own] of positions.entries()) {
      expect(all.filter(({ update }) => update[0] === process)).toEqual(
        own.map((position, number) => ({ position, update: Uint8Array.of(process, number) })),
      );
    }
    for (const entries of told) await eventually(() => expect(entries).toEqual(all));
  });

  test('a process that compacts does not confuse another one that appends to what it knew', async () => {
    const project = newProject();
    const [first, second] = [openBoth(project), openBoth(project)];
    await second.append(NAME, Uint8Array.of(0));
    let last = 0;
    for (let number = 1; number <= 3; number++) last = await first.append(NAME, Uint8Array.of(number));
    await first.compact(NAME, last, Uint8Array.of(9));
    await first.settle(NAME, last);
    expect(await second.append(NAME, Uint8Array.of(4))).toBeGreaterThan(last);
    expect((await first.read(NAME)).map(({ update }) => [...update])).toEqual([[9], [4]]);
    expect(await first.unsettled()).toEqual([NAME]);
  });

  test('drafts that are followed no more leave room for others on the connection', async () => {
    const log = createFirestoreDraftLog(open());
    await log.append(NAME, Uint8Array.of(0));
    for (let round = 0; round < 250; round++) {
      await new Promise<void>((resolve) => {
        const onEntries = () => {
          stop();
          resolve();
        };
        const stop = log.follow(NAME, onEntries, { ...noError, after: 0 });
      });
    }
    expect(await log.read(NAME)).toHaveLength(1);
  });

  test('updates that come close together are one write', async () => {
    const { connection, counts } = failingConnection(open(), () => undefined);
    const log = createFirestoreDraftLog(connection, { gather: 500 });
    const appends = [log.append(NAME, Uint8Array.of(0))];
    await appends[0];
    for (let number = 1; number <= 20; number++) {
      appends.push(log.append(NAME, Uint8Array.of(number)));
      await setImmediate();
    }
    expect(await Promise.all(appends)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
    expect(counts).toEqual({ commits: 2, writes: 2 });
  });

  test('updates that may wait are one write with the first one that may not, or with what is asked about the draft', async () => {
    const { connection, counts } = failingConnection(open(), () => undefined);
    const log = createFirestoreDraftLog(connection, { gather: 1 });
    await log.append(NAME, Uint8Array.of(0));
    const waiting = [1, 2].map((number) => log.append(NAME, Uint8Array.of(number), 60_000));
    await wait(20);
    expect(counts.writes).toBe(1);
    await log.append(NAME, Uint8Array.of(3));
    expect(await Promise.all(waiting)).toEqual([2, 3]);
    expect(counts.writes).toBe(2);
    const last = log.append(NAME, Uint8Array.of(4), 60_000);
    await log.settle(NAME, 4);
    expect([await last, counts.writes]).toEqual([5, 4]);
  });
});
