import { afterAll, beforeAll, describe } from 'vitest';
import { type Fireemu, startFireemu, whyNoFireemu } from '../../test/helpers/start-fireemu.ts';
import { describeDocumentStore } from '../contracts/document-store.contract.ts';
import { createFirestoreDocumentStore } from './document-store.ts';

const missing = whyNoFireemu();

describe.skipIf(missing !== undefined)(`Firestore${missing === undefined ? '' : ` (${missing})`}`, () => {
  let emulator: Fireemu | undefined;
  let count = 0;
  beforeAll(async () => {
    emulator = await startFireemu(['firestore'], { profile: 'emulator' });
  });
  afterAll(() => emulator?.stop());

  describeDocumentStore(
    'firestore',
    ({ collections, now }) => {
      count += 1;
      return createFirestoreDocumentStore({
        collections,
        project: `demo-${process.pid}-${count}`,
        database: '(default)',
        emulatorHost: emulator?.hosts.firestore ?? '',
        ...(now && { now }),
      });
    },
    {
      commits: 'the service joins commits that follow each other closely',
      resuming: 'the service takes the token of the same target only, and does not tell what was there before',
      retention: 'the service deletes by age',
      runs: 8,
    },
  );
});
