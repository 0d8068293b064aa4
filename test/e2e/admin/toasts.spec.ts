import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../helpers/browser/site-test.ts';
import { openWithStoppedClock } from '../../helpers/browser/stop-clock.ts';

/** From docs/seed-coverage.md §9. */
const SECONDS_5 = 5000;
const REMOVAL = 200;
const GAP = 16;
const LIMIT = 5;
const SWIPE = 50;

const regionOf = (page: Page) => page.getByRole('region', { name: /^(Notificaciones|Notifications) \(F8\)$/ });
const toastsOf = (page: Page) => regionOf(page).getByRole('listitem');

/** Restores the network, which shows a toast for five seconds. */
async function comeOnline(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
}

/** Shows one new toast on a page without any. */
async function showToast(page: Page): Promise<Locator> {
  const toast = toastsOf(page);
  await expect(toast).toHaveCount(0);
  await comeOnline(page);
  await expect(toast).toHaveText('Listo: La conexión volvió');
  await expectOpen(toast);
  return toast;
}

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not to be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function expectOpen(toast: Locator): Promise<void> {
  await expect(toast).toHaveAttribute('data-state', 'open');
}

test('a toast closes by itself after five seconds, during which its time may stand still', async ({ page }) => {
  const SPENT = 2000;

  /** The toast closes exactly after the remaining time. */
  async function expectTheRest(toast: Locator): Promise<void> {
    await page.clock.runFor(SECONDS_5 - SPENT - 1);
    await expectOpen(toast);
    await page.clock.runFor(1);
    await expect(toast).toHaveCount(0);
    await page.clock.runFor(REMOVAL);
  }

  await openWithStoppedClock(page, '/admin/signin');
  await test.step('a toast closes by itself after five seconds', async () => {
    const toast = await showToast(page);
    await page.clock.runFor(SECONDS_5 - 1);
    await expectOpen(toast);
    await page.clock.runFor(1);
    await expect(toast).toHaveCount(0);
    await page.clock.runFor(REMOVAL);
  });
  await test.step('its time stands still while the pointer is on it, and goes on afterwards', async () => {
    const toast = await showToast(page);
    await page.clock.runFor(SPENT);
    await toast.hover();
    await page.clock.runFor(10 * SECONDS_5);
    await expectOpen(toast);
    await page.mouse.move(10, 10);
    await expectTheRest(toast);
  });
  await test.step('its time stands still while the focus is on it, and goes on afterwards', async () => {
    const toast = await showToast(page);
    await page.clock.runFor(SPENT);
    await toast.focus();
    await page.clock.runFor(10 * SECONDS_5);
    await expectOpen(toast);
    await page.getByLabel('Correo electrónico').focus();
    await expectTheRest(toast);
  });
  await test.step('its time stands still while the window is not in front, and goes on afterwards', async () => {
    const toast = await showToast(page);
    await page.clock.runFor(SPENT);
    // A page under automation always has the focus, so the blur event is simulated.
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await page.clock.runFor(10 * SECONDS_5);
    await expectOpen(toast);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expectTheRest(toast);
  });
});

test('the key F8 leads to the toasts, the Tab key to one and its button, and Escape closes the newest', async ({
  page,
}) => {
  await openWithStoppedClock(page, '/admin/signin');
  const toast = await showToast(page);
  await page.getByLabel('Correo electrónico').focus();
  await page.keyboard.press('F8');
  await expect(regionOf(page).getByRole('list')).toBeFocused();
  await page.clock.runFor(2 * SECONDS_5);
  await page.keyboard.press('Tab');
  await expect(toast).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(toast.getByRole('button', { name: 'Cerrar la notificación' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast).toHaveCount(0);
  await page.clock.runFor(REMOVAL);
  await expect(page.getByLabel('Correo electrónico')).toBeFocused();

  await test.step('Escape closes the newest toast, from wherever the focus is', async () => {
    await showToast(page);
    await page.context().setOffline(true);
    await expect(toastsOf(page)).toHaveCount(2);
    await page.getByLabel('Correo electrónico').focus();
    await page.keyboard.press('Escape');
    await expect(toastsOf(page)).toHaveText(['Listo: La conexión volvió']);
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(toastsOf(page)).toHaveCount(0);
    await page.context().setOffline(false);
  });
});

test('a toast that the mouse draws follows after 2 px, and goes after 50 to the right', async ({ page }) => {
  async function press(toast: Locator): Promise<{ drawTo(by: number): Promise<void> }> {
    const { x, y } = await middleOf(toast);
    await page.mouse.move(x, y);
    await page.mouse.down();
    return { drawTo: (by) => page.mouse.move(x + by, y) };
  }

  await openWithStoppedClock(page, '/admin/signin');
  const toast = await showToast(page);
  await test.step('stays when it is drawn to the left', async () => {
    const { drawTo } = await press(toast);
    await drawTo(-10);
    await drawTo(-2 * SWIPE);
    await page.mouse.up();
    await expect(toast).not.toHaveAttribute('data-swipe');
    await expectOpen(toast);
  });
  await test.step('follows after more than 2 px, and returns before 50', async () => {
    const { drawTo } = await press(toast);
    await drawTo(2);
    await expect(toast).not.toHaveAttribute('data-swipe');
    await drawTo(3);
    await expect(toast).toHaveAttribute('data-swipe', 'start');
    await drawTo(30);
    await expect(toast).toHaveAttribute('data-swipe', 'move');
    await expect(toast).toHaveCSS('translate', '30px');
    await drawTo(SWIPE);
    await page.mouse.up();
    await expect(toast).toHaveAttribute('data-swipe', 'cancel');
    await expect(toast).toHaveCSS('translate', /^(0px|none)$/);
    await expectOpen(toast);
  });
  await test.step('goes after more than 50 px', async () => {
    const { drawTo } = await press(toast);
    await drawTo(10);
    await drawTo(SWIPE + 1);
    await page.mouse.up();
    await expect(toast).toHaveCount(0);
  });
});

test.describe('a toast that a finger draws', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  async function touch(
    page: Page,
    toast: Locator,
  ): Promise<{ drawTo(by: number): Promise<void>; lift(): Promise<void> }> {
    const { x, y } = await middleOf(toast);
    const session = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await send('touchStart', [{ x, y }]);
    return {
      drawTo: async (by) => void (await send('touchMove', [{ x: x + by, y }])),
      lift: async () => void (await send('touchEnd', [])),
    };
  }

  test('follows after more than 10 px, and goes after more than 50', async ({ page }) => {
    await openWithStoppedClock(page, '/admin/signin');
    const toast = await showToast(page);
    const { drawTo, lift } = await touch(page, toast);
    await drawTo(10);
    await expect(toast).not.toHaveAttribute('data-swipe');
    await drawTo(11);
    await expect(toast).toHaveAttribute('data-swipe', 'start');
    await drawTo(SWIPE + 1);
    await expect(toast).toHaveAttribute('data-swipe', 'move');
    await lift();
    await expect(toast).toHaveCount(0);
  });
});

test('five toasts are there at most, 16 px apart: a sixth comes 200 ms after the oldest closed', async ({ page }) => {
  await openWithStoppedClock(page, '/admin/signin');
  await page.context().setOffline(true);
  await expect(toastsOf(page)).toHaveText([/^Atención: Sin conexión/]);
  await comeOnline(page);
  await expect(toastsOf(page)).toHaveText(['Listo: La conexión volvió']);
  await page.clock.runFor(REMOVAL);
  for (let count = 1; count < LIMIT; count++) await comeOnline(page);
  await expect(toastsOf(page)).toHaveCount(LIMIT);
  const boxes = await Promise.all((await toastsOf(page).all()).map((toast) => toast.boundingBox()));
  const tops = boxes.map((box) => ({ top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) }));
  const gaps = tops.slice(1).map(({ top }, index) => top - (tops[index]?.bottom ?? 0));
  expect(gaps).toEqual(Array(LIMIT - 1).fill(GAP));

  await comeOnline(page);
  await expect(toastsOf(page)).toHaveCount(LIMIT - 1);
  await page.clock.runFor(REMOVAL - 1);
  await expect(toastsOf(page)).toHaveCount(LIMIT - 1);
  await page.clock.runFor(1);
  await expect(toastsOf(page)).toHaveCount(LIMIT);
  await page.context().setOffline(false);
});

for (const [path, sentence] of [
  ['/admin/signin', 'Notificación Listo: La conexión volvió'],
  ['/en/admin/signin', 'Notification Done: You are back online'],
] as const) {
  test(`on ${path} screen readers hear "${sentence}"`, async ({ page }) => {
    await openWithStoppedClock(page, path);
    await comeOnline(page);
    await expect(toastsOf(page)).toHaveCount(1);
    await page.clock.runFor(100);
    const announcement = page.getByRole('status').filter({ hasText: sentence });
    await expect(announcement).toHaveAttribute('aria-live', 'assertive');
    await page.clock.runFor(1000);
    await expect(announcement).toHaveCount(0);
  });
}
