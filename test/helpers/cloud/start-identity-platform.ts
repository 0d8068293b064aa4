import { afterAll, beforeAll } from 'vitest';
import type { IdentityHarness } from '#adapters/contracts/identity/identity-harness.ts';
import { createProviderPasswords } from '#adapters/identity-platform/passwords.ts';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { accountCollections } from '#core/accounts/account-collections.ts';
import type { SignUpMode } from '#core/accounts/identity.ts';
import { createIdentityHarness } from './create-identity-harness.ts';
import { type Fireemu, startFireemu } from './start-fireemu.ts';

/** An account at the provider. */
export interface EmulatedAccount {
  localId: string;
  email: string;
  emailVerified?: boolean;
}

export interface EmulatedIdentityPlatform {
  /** Passwords at the provider, which has no accounts at first. */
  createPasswords(): Promise<ReturnType<typeof createProviderPasswords>>;
  /** Accounts in memory with their passwords at the provider, which has no accounts at first. */
  createHarness(options?: { signUpMode?: SignUpMode }, onError?: (error: unknown) => void): Promise<IdentityHarness>;
  /** The provider's accounts, without those whose email is not confirmed. */
  accounts(): Promise<EmulatedAccount[]>;
  /** All of them. */
  everyAccount(): Promise<EmulatedAccount[]>;
  /** An administrator's request, as from the provider's console. */
  administrate(path: string, body?: object): Promise<unknown>;
}

/** One emulator for the tests of a file or of a `describe`. */
export function useIdentityPlatform(): EmulatedIdentityPlatform {
  let emulator: Fireemu;
  beforeAll(async () => {
    emulator = await startFireemu(['auth']);
  });
  afterAll(() => emulator?.stop());

  async function request(path: string, init: RequestInit): Promise<unknown> {
    const headers = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' };
    const answer = await fetch(`http://${emulator.hosts.auth}/${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`The emulator answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  }

  const administrate = (path: string, body?: object) =>
    request(
      `identitytoolkit.googleapis.com/v1/projects/${emulator.project}/${path}`,
      body ? { method: 'POST', body: JSON.stringify(body) } : {},
    );

  async function everyAccount() {
    return ((await administrate('accounts:batchGet?maxResults=1000')) as { users?: EmulatedAccount[] }).users ?? [];
  }

  async function createPasswords() {
    await request(`emulator/v1/projects/${emulator.project}/accounts`, { method: 'DELETE' });
    return createProviderPasswords({
      project: emulator.project,
      apiKey: 'any',
      emulatorHost: emulator.hosts.auth,
      accessToken: () => Promise.reject(new Error('an emulator needs none')),
      secret: 'a secret of the tests, long enough for all',
      retryWait: () => 1,
    });
  }

  return {
    administrate,
    everyAccount,
    accounts: async () => (await everyAccount()).filter(({ email }) => !email.endsWith('.invalid')),
    createPasswords,
    async createHarness(options, onError) {
      const passwords = await createPasswords();
      const store = createMemoryDocumentStore({ collections: accountCollections });
      return createIdentityHarness(store, passwords, options, onError);
    },
  };
}
