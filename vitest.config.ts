import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  test: {
    // So that the alias above applies inside of the package.
    server: { deps: { inline: ['use-intl'] } },
    testTimeout: 30_000,
    // By default, one core is left free, so that two cores run one file at a time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    setupFiles: ['test/helpers/fail-on-console-error.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'core and app',
          include: ['{core,app}/**/*.test.{ts,tsx}'],
          // Their modules have no state that affects other files; loading them again for each file took two thirds of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'around them',
          include: ['{adapters,server,cli,sample,test,scripts,bench}/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
});
