import { test as base, expect } from '../servers/served-test.ts';
import { watchProblems } from './watch-problems.ts';

/** Declares expected problems before a test causes them. */
export interface Expected {
  /** A console message, page error or failed request that matches. */
  problem(...patterns: RegExp[]): void;
}

interface Fixtures {
  expected: Expected;
}

/**
 * Tests of this site: fail on every unexpected console warning or error, page error, failed request, and response of 400 and
 * above.
 */
export const test = base.extend<Fixtures>({
  expected: [
    async ({ context }, use) => {
      const problems = watchProblems(context);
      const allowed: RegExp[] = [];
      await use({ problem: (...patterns) => allowed.push(...patterns) });
      expect(
        problems.filter((problem) => ![...allowed, IN_THE_BACKGROUND].some((pattern) => pattern.test(problem))),
        'the browser has nothing to report',
      ).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/**
 * Background activity: a service worker starts, and stores pages and files, whenever the browser is idle, also while a server
 * restarts; a page's icon is loaded as late. Playwright warns if a test blocks it. The stream of live data breaks with the
 * server and is tried again.
 */
const IN_THE_BACKGROUND =
  /Service Worker registration blocked|error occurred when fetching the script|ERR_\w+\b.*\/(offline-worker\.js|favicon\.svg|assets\/admin-files-\w+\.json|admin\/live\b)/;
