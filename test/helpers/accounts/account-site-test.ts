import type { Member } from '../data-folders/create-accounts.ts';
import type { Code } from '../data-folders/sample-site.ts';
import { test as base, expect } from '../servers/served-test.ts';
import type { RunningSite } from '../servers/start-site.ts';
import { createOutbox, type Outbox } from './outbox.ts';

interface Fixtures {
  /** The language of the test. */
  code: Code;
  /** Accounts created before the server starts. */
  accounts: { people: Member[] };
  /** Whether to import the sample. */
  hasSample: boolean;
  /** Additional environment variables of the server. */
  variables: { [name: string]: string };
  /** A server for this test alone. */
  site: RunningSite;
  outbox: Outbox;
}

/** Tests of accounts on their own site, without a browser. */
export const test = base.extend<Fixtures>({
  code: ['es', { option: true }],
  accounts: [{ people: [] }, { option: true }],
  hasSample: [false, { option: true }],
  variables: [{}, { option: true }],
  site: async ({ accounts, hasSample, variables, startOwnSite }, use) =>
    use(await startOwnSite({ people: accounts.people, hasSample }, variables)),
  baseURL: async ({ site }, use) => use(site.origin),
  outbox: async ({ site }, use) => use(createOutbox(site.dataDir)),
});

export { expect };
