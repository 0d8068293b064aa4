import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { StartFailure } from '../process/start-failure.ts';
import { collections, type Services } from '../services/services.ts';
import { beginCopy, finishCopy, isServed, takeCopyLease } from './copy-marks.ts';
import { refuseWhileCopied } from './refuse-while-copied.ts';

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

const refuse = (services: object, isShared: boolean) =>
  refuseWhileCopied({ ...services, isShared } as Services, (error) => {
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
