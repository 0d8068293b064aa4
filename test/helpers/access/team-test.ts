import { test as base, expect } from '../servers/served-test.ts';
import { type Shared, useWithoutErrors } from '../servers/share-in-worker.ts';
import type { SiteHost } from '../servers/site-host.ts';
import { type AdminRoute, readAdminRoutes } from './admin-routes.ts';
import { startTeam, type Team } from './team.ts';

async function shareTeam(host: SiteHost): Promise<Shared<Team>> {
  const team = await startTeam(host);
  expect(team.errors, 'the server has nothing to report').toEqual([]);
  return { value: team, end: () => team.stop() };
}

/** Tests with a site and a visitor of each role, shared by the tests of a worker. */
export const test = base.extend<{ team: Team; routes: AdminRoute[] }>({
  team: [async ({ share }, use) => useWithoutErrors(await share(shareTeam), use), { timeout: 180_000 }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured first parameter
  routes: async ({}, use) => use(readAdminRoutes()),
});

export { expect };
