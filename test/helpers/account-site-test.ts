import type { Member } from './create-accounts.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { Code } from './sample-site.ts';
import { test as base, expect } from './served-test.ts';
import type { RunningSite } from './start-site.ts';

interface Fixtures {
  /** In which the test reads. */
  code: Code;
  /** Who has an account before the server starts. */
  accounts: { people: Member[] };
  /** Whether the site begins with the sample. */
  hasSample: boolean;
  /** What the server is told besides, as variables. */
  variables: { [name: string]: string };
  /** A server of this test's own. */
  site: RunningSite;
  outbox: Outbox;
}

/** The test of the accounts of a site of its own, without a browser. */
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
