import { expect, onTestFinished, test, vi } from 'vitest';
import { things } from '../contracts/contract-store.ts';
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
