import type { Page } from '@playwright/test';
import { hydrated } from './hydrated.ts';

/** The start of a page's clock, and a time by which the page is ready, but long before it polls for a new build. */
const BEGIN = Date.UTC(2026, 0, 1);
const READY = BEGIN + 600_000;

/** Opens a page with a stopped clock: time passes only with `page.clock.runFor`. */
export async function openWithStoppedClock(page: Page, path: string): Promise<void> {
  await page.clock.install({ time: BEGIN });
  const build = page.waitForResponse('**/builds/meta/*.json');
  await page.goto(path);
  await hydrated(page);
  await (await build).finished();
  // The toast region exists once the page listens to network events.
  await page.getByRole('region', { name: /otific/ }).waitFor({ state: 'attached' });
  await stopClock(page);
}

/** Stops the installed clock. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(READY);
}

export { BEGIN as CLOCK_BEGIN };
