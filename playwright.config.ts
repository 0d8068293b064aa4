import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/ensure-browser.ts';

const executablePath = findBrowser();

/** The site takes a browser that says it is headless for a crawler, and never redirects it by language. */
const VISITOR = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const NO_BROWSER = '/test/http/opens/no/browser';

/**
 * Chromium reads the last of its lists of disabled features alone, so this one repeats those of Playwright's that matter here.
 * The first two are pages of the address bar, which each window loads in processes of their own: half the work of a context.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A renderer that is started ahead for a page that most tests never open.
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

export default defineConfig({
  globalSetup: './test/helpers/shared-site.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  // What is waited for costs nothing once it is there; a machine with other work needs longer.
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: process.env.E2E_REPORT ?? 'test-results/report.json' }]],
  projects: [
    // What opens no page needs no browser: there is none, so that a test of this folder that opens one fails.
    { name: 'http', testDir: 'test/http', use: { launchOptions: { executablePath: NO_BROWSER } } },
    { name: 'browser', testDir: 'test/e2e' },
  ],
  use: {
    browserName: 'chromium',
    // The global setup starts the site and leaves its address for the workers, which read this file anew.
    ...(process.env.E2E_ORIGIN ? { baseURL: process.env.E2E_ORIGIN } : {}),
    userAgent: VISITOR,
    locale: 'es-MX',
    // It takes a third of the first visit of the admin area, and what it asks for cannot be intercepted. Its own tests allow it.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Of the browser's own window, which nobody sees; not of pages.
        '--animation-duration-scale=0',
        `--disable-features=${DISABLED_FEATURES.join(',')}`,
      ],
    },
  },
});
