import type { Page } from '@playwright/test';
import { ANA } from '../helpers/account-pages.ts';
import { expect, test } from '../helpers/account-test.ts';
import { CLOCK_BEGIN, stopClock } from '../helpers/stop-clock.ts';

/** From docs/seed-coverage.md §9, in milliseconds. */
const OPEN_DELAY = 700;
const SKIP_DELAY = 300;

test.use({ accounts: { people: [{ ...ANA, role: 'owner' }] } });

const buttonOf = (page: Page) => page.getByRole('button', { name: 'Buscar páginas y acciones' });
const tooltipOf = (page: Page) => page.getByRole('tooltip', { name: 'Buscar páginas y acciones (⌘K, Ctrl K)' });

/** Moves off all controls, in several steps: a tooltip stays open while the pointer may be moving towards it. */
const leave = (page: Page) => page.mouse.move(640, 600, { steps: 4 });

test.beforeEach(async ({ page, pages }) => {
  await page.clock.install({ time: CLOCK_BEGIN });
  await pages.enter(ANA, '/admin');
  await stopClock(page);
});

test('a tooltip opens once the pointer rests on its control for 700 ms, and tells screen readers the same', async ({
  page,
}) => {
  await buttonOf(page).hover();
  await page.clock.runFor(OPEN_DELAY - 1);
  await expect(tooltipOf(page)).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(tooltipOf(page)).toBeAttached();
  await expect(buttonOf(page)).toHaveAccessibleDescription('Buscar páginas y acciones (⌘K, Ctrl K)');
  await leave(page);
  await expect(tooltipOf(page)).toHaveCount(0);
});

test('a tooltip opens at once within 300 ms of another one, and after its delay later', async ({ page }) => {
  await buttonOf(page).hover();
  await page.clock.runFor(OPEN_DELAY);
  await expect(tooltipOf(page)).toBeAttached();

  await leave(page);
  await expect(tooltipOf(page)).toHaveCount(0);
  await page.clock.runFor(SKIP_DELAY - 1);
  await buttonOf(page).hover();
  await expect(tooltipOf(page)).toBeAttached();

  await leave(page);
  await expect(tooltipOf(page)).toHaveCount(0);
  await page.clock.runFor(SKIP_DELAY);
  await buttonOf(page).hover();
  await page.clock.runFor(OPEN_DELAY - 1);
  await expect(tooltipOf(page)).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(tooltipOf(page)).toBeAttached();
});

test('a tooltip opens at once for the keyboard, and Escape closes it', async ({ page }) => {
  await page.getByRole('link', { name: 'Meki Imagen' }).focus();
  await page.keyboard.press('Tab');
  await expect(buttonOf(page)).toBeFocused();
  await expect(tooltipOf(page)).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(tooltipOf(page)).toHaveCount(0);
});
