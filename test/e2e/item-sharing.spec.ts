import type { Page, Route } from '@playwright/test';
import { ARTICLE_PATH, expect, test } from '../helpers/item-pages.ts';

const PUBLISH = `${ARTICLE_PATH}/publish`;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a link that the browser does not copy is selected, and told', async ({ openAs }) => {
  const page = await openAs('Ana', PUBLISH);
  const held: Route[] = [];
  await page.route(`**${PUBLISH}.data*`, (route) =>
    route.request().method() === 'GET' ? void held.push(route) : route.continue(),
  );
  await press(page, 'Crear un enlace');
  const link = page.getByLabel('Enlace al borrador', { exact: true });
  await expect(link).toBeVisible();
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await press(page, 'Copiar el enlace');
  await expect(page.getByText('El navegador no permitió copiarlo.')).toBeVisible();
  await expect(link).toBeFocused();
  // The rest of the page may load later and must not take the focus.
  await expect.poll(() => held.length).toBe(1);
  await held[0]?.continue();
  await expect(page.getByRole('button', { name: /^Anular/ })).toBeVisible();
  await expect(link).toBeFocused();
});

test('of several links, the one that is being revoked shows that it is', async ({ openAs }) => {
  const page = await openAs('Ana', PUBLISH);
  const revoke = page.getByRole('button', { name: /^Anular/ });
  await press(page, 'Crear un enlace');
  await expect(revoke).toHaveCount(1);
  await press(page, 'Crear un enlace');
  await expect(revoke).toHaveCount(2);
  const held: Route[] = [];
  await page.route('**/publish.data', (route) => void held.push(route), { times: 1 });
  await revoke.last().click();
  await expect.poll(() => held.length).toBe(1);
  await expect(page.getByRole('button', { disabled: true })).toHaveCount(1);
  await expect(revoke.last()).toHaveAttribute('aria-disabled', 'true');
  await held[0]?.continue();
  await expect(page.getByRole('status').filter({ hasText: 'El enlace quedó anulado.' })).toBeFocused();
  await expect(revoke).toHaveCount(1);
});
