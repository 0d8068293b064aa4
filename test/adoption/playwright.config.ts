import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

const { globalSetup: _, projects: __, ...shared } = base;

/** Tests of a clone with a site of its own, which `npm run test:adoption` makes. */
export default defineConfig({
  ...shared,
  testDir: '.',
  outputDir: '../../test-results/adoption',
  // One clone, whose configuration the tests change one after the other.
  workers: 1,
  fullyParallel: false,
  timeout: 15 * 60_000,
});
