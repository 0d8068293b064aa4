import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  test: {
    // So that the alias above reaches into the package.
    server: { deps: { inline: ['use-intl'] } },
    testTimeout: 30_000,
    // The default leaves a core free, which on two cores runs one file after the other.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    setupFiles: ['test/helpers/fail-on-console-error.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'core and app',
          include: ['{core,app}/**/*.test.{ts,tsx}'],
          // Their modules keep nothing that another file could notice; loading them anew for each file took two thirds of the time.
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
