import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { things } from '../contracts/contract-store.ts';
import { connect } from './connect.ts';
import { createFirestoreDocumentStore } from './document-store.ts';

test('credentials that cannot be used are told, each time, and do not end the process', async () => {
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '/nowhere/key.json');
  onTestFinished(() => void vi.unstubAllEnvs());
  const store = createFirestoreDocumentStore({ collections: [things], project: 'demo-meki', database: '(default)' });
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(store.batchGet(['things/one'])).rejects.toThrow(/^The Google credentials cannot be used: .*nowhere/);
  }
  await store.close();
});

test('a database that is away is looked for again and again, with waits that stay short', async () => {
  let attempts = 0;
  const away = createServer((socket) => {
    attempts += 1;
    socket.resetAndDestroy();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void away.close());
  await once(away, 'listening');
  const connection = connect({
    ...{ project: 'demo-meki', database: '(default)' },
    emulatorHost: `127.0.0.1:${(away.address() as AddressInfo).port}`,
    reconnect: { first: 10, longest: 20 },
  });
  onTestFinished(() => connection.close());
  const read = () =>
    connection
      .collect((rpc, options) => rpc.batchGetDocuments({ database: connection.database, documents: [] }, options))
      .catch(() => {});
  // With waits that grow, the last ones would take minutes.
  await expect
    .poll(async () => {
      await read();
      return attempts;
    })
    .toBeGreaterThan(20);
});
