import { afterAll, beforeAll, describe } from 'vitest';
import { accountCollections } from '#core/accounts/account-collections.ts';
import { createIdentityHarness } from '../../test/helpers/create-identity-harness.ts';
import { type Fireemu, startFireemu, whyNoFireemu } from '../../test/helpers/start-fireemu.ts';
import { describeIdentity } from '../contracts/identity/identity.contract.ts';
import { createMemoryDocumentStore } from '../memory/document-store.ts';
import { createProviderPasswords } from './passwords.ts';

const missing = whyNoFireemu();

describe.skipIf(missing)(`with Identity Platform${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let emulator: Fireemu;
  beforeAll(async () => {
    emulator = await startFireemu(['auth']);
  });
  afterAll(() => emulator.stop());

  async function startEmpty() {
    const { hosts, project } = emulator;
    const answer = await fetch(`http://${hosts.auth}/emulator/v1/projects/${project}/accounts`, { method: 'DELETE' });
    if (!answer.ok) throw new Error(`The emulator answered ${answer.status}`);
    return createProviderPasswords({
      project,
      apiKey: 'any',
      emulatorHost: hosts.auth,
      accessToken: () => Promise.reject(new Error('an emulator needs none')),
      secret: 'a secret of the tests, long enough for all',
    });
  }

  describeIdentity('passwords at a provider', async (harness) =>
    createIdentityHarness(createMemoryDocumentStore({ collections: accountCollections }), await startEmpty(), harness),
  );
});
