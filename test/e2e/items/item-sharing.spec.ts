import type { Page, Route } from '@playwright/test';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

const PUBLISH = `${ARTICLE_PATH}/publish`;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a link shows the draft to whoever has it until it is revoked', async ({ openAs, browser }) => {
  const page = await openAs('Ana', PUBLISH);
  const link = page.getByLabel('Enlace al borrador', { exact: true });
  const revoke = page.getByRole('button', { name: /^Anular/ });

  await test.step('a link that the browser does not copy is selected, and told', async () => {
    const held: Route[] = [];
    await page.route(`**${PUBLISH}.data*`, (route) =>
      route.request().method() === 'GET' ? void held.push(route) : route.continue(),
    );
    await page.getByText('Compartir el borrador').click();
    await press(page, 'Crear un enlace');
    await expect(link).toBeVisible();
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await press(page, 'Copiar el enlace');
    await expect(page.getByText('El navegador no permitió copiarlo.')).toBeVisible();
    await expect(link).toBeFocused();
    // The rest of the page may load later and must not take the focus.
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.continue();
    await expect(revoke).toHaveCount(1);
    await expect(link).toBeFocused();
    await page.unrouteAll();
  });

  const url = await link.inputValue();

  await test.step('who has the link reads the draft in its languages, and is told what it is', async () => {
    const stranger = await browser.newPage();
    await stranger.goto(url);
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('El ayuno antes del estudio');
    await expect(stranger.getByRole('note')).toContainText('Este es un borrador que alguien compartió con usted');
    await stranger.getByRole('navigation', { name: 'Idioma' }).getByRole('link').click();
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Fasting before the exam');
    await expect(stranger.getByRole('note')).toContainText('This is a draft that somebody shared with you');
    await stranger.close();
  });

  await test.step('of several links, the one that is being revoked shows that it is', async () => {
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
});
