import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { memoryFolder } from './test/helpers/memory-folder.ts';
import { WAIT_TIMEOUT } from './test/helpers/wait-timeout.ts';

const folder = memoryFolder();

const AROUND = '{adapters,server,cli,sample,test,scripts,bench}/**/*.test.{ts,tsx}';

/** Tests of the process that they run in: its environment, its uncaught errors, its open connections, its time. */
const OF_THE_PROCESS = [
  'adapters/firestore/connect.test.ts',
  'adapters/identity-platform/access-tokens.test.ts',
  'server/drafts/typing-cost.test.ts',
  'server/http/**/*.test.ts',
  'server/listening/listen-from-now.test.ts',
  'server/page-cache/{fresh-pages,page-reads}.test.ts',
];

export default defineConfig({
  resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  test: {
    // So that the alias above applies inside of the package.
    server: { deps: { inline: ['use-intl'] } },
    // A busy machine needs a longer limit than a quiet one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: WAIT_TIMEOUT } },
    // By default, one core is left free, so that two cores run one file at a time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    ...(folder !== undefined && { env: { TMPDIR: folder } }),
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
          include: [AROUND],
          exclude: [...configDefaults.exclude, ...OF_THE_PROCESS],
          // The same: a process for each file took a fourth of the processor time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'of the process', include: OF_THE_PROCESS },
      },
    ],
  },
});
