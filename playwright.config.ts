import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/ensure-browser.ts';

// Node runs the tests as they are written, so that their stack traces need no source maps. Playwright takes a stack trace of up to
// 200 calls with each message to the browser, and looks for source maps: a fourth of the time of its workers.
Reflect.deleteProperty(Error, 'prepareStackTrace');
Error.stackTraceLimit = 30;

const executablePath = findBrowser();

/** The site treats headless browsers as crawlers, which are never redirected by language. */
const VISITOR = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const NO_BROWSER = '/test/http/opens/no/browser';

/**
 * Chromium only uses the last of its lists of disabled features, so this one repeats those of Playwright's that matter here.
 * The first two are pages of the address bar, which each window loads in separate processes: half the work of a context.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A renderer that is started ahead for a page that most tests never open.
  'SpareRendererForSitePerProcess',
  // Each first page of a window would start a second renderer. The header is judged in `test/http/public/headers.spec.ts`.
  'CrossOriginOpenerPolicy',
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

export default defineConfig<{ backend: 'embedded' | 'cloud' }>({
  globalSetup: './test/helpers/servers/shared-site.ts',
  outputDir: 'test-results',
  // Node runs TypeScript itself. Transpiling it first takes eight seconds on a fresh clone.
  build: { external: ['**/*.ts'] },
  fullyParallel: true,
  // A test often waits for its browser or server: two of them leave a quarter of two processors unused.
  workers: 3,
  // Once in thousands of tests, a browser on a busy machine draws nothing for a while. The result names what was repeated.
  retries: 1,
  forbidOnly: true,
  timeout: 120_000,
  // Waiting ends as soon as a condition holds; a busy machine needs a longer limit.
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: process.env.E2E_REPORT ?? 'test-results/report.json' }]],
  projects: [
    // Tests that open no page need no browser: there is none, so that a test in this folder that opens a page fails.
    { name: 'http', testDir: 'test/http', use: { launchOptions: { executablePath: NO_BROWSER } } },
    // The tests with this tag once more, on two instances of the cloud backend; `E2E_CLOUD=all` runs any of them there.
    // They are few, and a second worker would start a browser of its own. They come first: at the end, one worker would run alone.
    {
      name: 'cloud',
      testDir: 'test/e2e',
      use: { backend: 'cloud' },
      ...(process.env.E2E_CLOUD === 'all' ? {} : { grep: /@cloud/, workers: 1 }),
    },
    { name: 'browser', testDir: 'test/e2e' },
  ],
  use: {
    browserName: 'chromium',
    // The global setup starts the site and sets its address for the workers, which evaluate this file again.
    ...(process.env.E2E_ORIGIN ? { baseURL: process.env.E2E_ORIGIN } : {}),
    userAgent: VISITOR,
    locale: 'es-MX',
    // It takes a third of the first visit of the admin area, and its requests cannot be intercepted. Its own tests enable it.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    // Transitions take half of the time of the process that draws. Tests of focus and of overlays have them.
    contextOptions: { reducedMotion: 'reduce' },
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
        // Without V8's optimizing compilers, which take about a tenth of the processor time: pages of tests are too short for them.
        '--js-flags=--no-turbofan --no-maglev',
        `--disable-features=${DISABLED_FEATURES.join(',')}`,
      ],
    },
  },
});
