import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The suite of hostile requests: against the built server, serially, so that each case is measured alone. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    // `npm run test:hostile` also measures (see `MEASURES`), and runs what does nothing else.
    include:
      process.env.HOSTILE_CASES === 'all' ? ['test/hostile/**/*.hostile.ts'] : ['test/hostile/cases/*.hostile.ts'],
    globalSetup: ['test/hostile/harness/global-setup.ts'],
    fileParallelism: false,
    // What prepares and ends a server. Each test has a limit of its own.
    hookTimeout: 120_000,
  },
});
