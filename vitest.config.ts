import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  test: {
    // So that the alias above reaches into the package.
    server: { deps: { inline: ['use-intl'] } },
    include: ['{core,adapters,server,app,cli,sample,test,scripts,bench}/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    setupFiles: ['test/helpers/fail-on-console-error.ts'],
  },
});
