import type { Page } from '@playwright/test';
import { hydrated } from './hydrated.ts';

/** Where the clock of a page begins, and a moment by which the page is surely ready, but long before it asks for a new build. */
const BEGIN = Date.UTC(2026, 0, 1);
const READY = BEGIN + 600_000;

/** Opens a page whose clock then stands still: from there on, time passes only as `page.clock.runFor` says. */
export async function openWithStoppedClock(page: Page, path: string): Promise<void> {
  await page.clock.install({ time: BEGIN });
  const build = page.waitForResponse('**/builds/meta/*.json');
  await page.goto(path);
  await hydrated(page);
  await (await build).finished();
  // Toasts stand in their region once the page listens for the network.
  await page.getByRole('region', { name: /otific/ }).waitFor({ state: 'attached' });
  await stopClock(page);
}

/** Stops the clock that was installed before. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(READY);
}

export { BEGIN as CLOCK_BEGIN };
