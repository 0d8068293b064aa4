import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { StartFailure } from '../process/start-failure.ts';
import { collections, type Services } from '../services/services.ts';
import { beginCopy, finishCopy, isServed, listInstances, refuseWhileCopied, takeCopyLease } from './copy-marks.ts';

function createServices() {
  const store = createMemoryDocumentStore({ collections });
  const services = {
    store,
    isClosed: false,
    async close() {
      services.isClosed = true;
    },
  };
  return services;
}

const ABOUT = { host: 'vm-1', version: '1.2.3', build: 'a-build', startedAt: 1_000 };

const refuse = (services: object, isShared: boolean, about = ABOUT) =>
  refuseWhileCopied({ ...services, isShared } as Services, about, (error) => {
    throw error;
  });

test('a server does not start on an unfinished copy, and does once that is finished', async () => {
  const services = createServices();
  await beginCopy(services.store, 'the original');
  await expect(refuse(services, false)).rejects.toThrow(StartFailure);
  expect(services.isClosed).toBe(true);
  await finishCopy(services.store);
  await expect(refuse(services, false)).resolves.toBeTruthy();
});

test('copies learn of a server that several machines could run, until it has ended', async () => {
  const services = createServices();
  const { store } = services;
  const running = await refuse(services, true);
  expect(await isServed(store, Date.now())).toBe(true);
  expect(await isServed(store, Date.now() + 200_000)).toBe(false);
  await running.close();
  expect([await isServed(store, Date.now()), services.isClosed]).toEqual([false, true]);
  await refuse(createServices(), false);
  const lease = await takeCopyLease(store);
  await expect(refuse(services, true)).rejects.toThrow('The site is being copied');
  expect(await isServed(store, Date.now())).toBe(false);
  await lease?.giveBack();
  await (await refuse(services, true)).close();
});

test('each of several servers is known by what it is, with its last sign, until it has ended or was silent for three minutes', async () => {
  const { store } = createServices();
  const running = (host: string) => refuse({ ...createServices(), store }, true, { ...ABOUT, host });
  const [one, other] = [await running('vm-1'), await running('vm-2')];
  const found = await listInstances(store, Date.now());
  const seenAt = expect.closeTo(Date.now(), -5);
  expect(found.sort((a, b) => a.host.localeCompare(b.host))).toEqual(
    ['vm-1', 'vm-2'].map((host) => ({ ...ABOUT, host, seenAt, isRunning: true })),
  );
  const late = Date.now() + 181_000;
  expect((await listInstances(store, late)).map(({ isRunning }) => isRunning)).toEqual([false, false]);
  await one.close();
  expect((await listInstances(store, late)).map(({ host }) => host)).toEqual(['vm-2']);
  await other.close();
});
