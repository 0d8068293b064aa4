import type { Page } from '@playwright/test';
import { expect, test } from '../../helpers/accounts/account-test.ts';
import { CLOCK_BEGIN, stopClock } from '../../helpers/browser/stop-clock.ts';
import { ANA } from '../../helpers/data-folders/person.ts';

/** From docs/seed-coverage.md §9, in milliseconds. */
const OPEN_DELAY = 700;
const SKIP_DELAY = 300;

test.use({ accounts: { people: [{ ...ANA, role: 'owner' }] } });

/** Moves off all controls, in several steps: a tooltip stays open while the pointer may be moving towards it. */
const leave = (page: Page) => page.mouse.move(640, 600, { steps: 4 });

test('a tooltip opens after 700 ms, at once within 300 ms of another one, and at once for the keyboard', async ({
  page,
  pages,
}) => {
  const button = page.getByRole('button', { name: 'Buscar páginas y acciones' });
  const tooltip = page.getByRole('tooltip', { name: 'Buscar páginas y acciones (⌘K, Ctrl K)' });
  const expectAfterDelay = async () => {
    await button.hover();
    await page.clock.runFor(OPEN_DELAY - 1);
    await expect(tooltip).toHaveCount(0);
    await page.clock.runFor(1);
    await expect(tooltip).toBeAttached();
  };
  await page.clock.install({ time: CLOCK_BEGIN });
  await pages.enter(ANA, '/admin');
  await stopClock(page);

  await test.step('once the pointer rests on its control for 700 ms, and tells screen readers the same', async () => {
    await expectAfterDelay();
    await expect(button).toHaveAccessibleDescription('Buscar páginas y acciones (⌘K, Ctrl K)');
    await leave(page);
    await expect(tooltip).toHaveCount(0);
  });
  await test.step('at once within 300 ms of another one, and after its delay later', async () => {
    await page.clock.runFor(SKIP_DELAY - 1);
    await button.hover();
    await expect(tooltip).toBeAttached();

    await leave(page);
    await expect(tooltip).toHaveCount(0);
    await page.clock.runFor(SKIP_DELAY);
    await expectAfterDelay();
    await leave(page);
    await expect(tooltip).toHaveCount(0);
    await page.clock.runFor(SKIP_DELAY);
  });
  await test.step('at once for the keyboard, and Escape closes it', async () => {
    await page.getByRole('link', { name: 'Meki Imagen' }).focus();
    await page.keyboard.press('Tab');
    await expect(button).toBeFocused();
    await expect(tooltip).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(tooltip).toHaveCount(0);
  });
});
