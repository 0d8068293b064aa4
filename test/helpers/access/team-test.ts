import { test as base, expect } from '../servers/served-test.ts';
import { type AdminRoute, readAdminRoutes } from './admin-routes.ts';
import { startTeam, type Team } from './team.ts';

/** Tests with a site and a visitor of each role, shared by the tests of a worker. */
export const test = base.extend<object, { team: Team; routes: AdminRoute[] }>({
  team: [
    async ({ host }, use) => {
      const team = await startTeam(host);
      await use(team);
      const errors = team.errors();
      await team.stop();
      expect(errors, 'the server has nothing to report').toEqual([]);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured first parameter
  routes: [async ({}, use) => use(readAdminRoutes()), { scope: 'worker' }],
});

export { expect };
