import type { Page } from '@playwright/test';
import { expect, test } from '../../helpers/accounts/account-test.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { LOST_CONNECTION } from '../../helpers/browser/lost-connection.ts';
import { ANA } from '../../helpers/data-folders/person.ts';

test.use({ accounts: { people: [{ ...ANA, role: 'owner' }] }, hasSample: true });

const toasts = (page: Page) => page.getByRole('region', { name: /^Notificaciones/ });

/** The address of a data request. */
const DATA = /\.data(\?|$)/;

/** Makes the server unreachable for data requests. @returns a function that restores it */
async function cutOff(page: Page): Promise<() => Promise<void>> {
  await page.route(DATA, (route) => route.abort('failed'));
  return () => page.unroute(DATA);
}

test.beforeEach(async ({ pages, expected }) => {
  expected.problem(LOST_CONNECTION, /net::ERR_FAILED|Failed to fetch|build manifest could not be fetched/);
  await pages.enter(ANA);
});

test('without an answer, what was typed or chosen stays', async ({ page, context }) => {
  await test.step('a form that the server does not answer keeps what was typed, and can be sent again', async () => {
    await page.goto('/admin/account');
    await hydrated(page);
    const reconnect = await cutOff(page);
    const name = page.getByLabel('Nombre', { exact: true });
    await name.fill('Ana María Robles');
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect(toasts(page)).toContainText('El servidor no respondió');
    await expect(name).toHaveValue('Ana María Robles');
    await reconnect();
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect(page.getByText('Sus datos se guardaron.')).toBeVisible();
    await expect(name).toHaveValue('Ana María Robles');
  });

  await test.step('a schedule that the server does not answer keeps what was chosen', async () => {
    await page.goto('/admin/items/articles/mri-or-ct/publish');
    await hydrated(page);
    const reconnect = await cutOff(page);
    await page.getByRole('button', { name: 'Cuándo: Publicar' }).click();
    await page.getByRole('menuitemradio', { name: 'A una hora…' }).click();
    const date = page.getByLabel('Fecha').first();
    await date.fill('2031-05-04');
    await page.getByRole('button', { name: 'Programar la publicación' }).click();
    await expect(toasts(page)).toContainText('El servidor no respondió');
    await expect(date).toHaveValue('2031-05-04');
    await reconnect();
  });

  await test.step('without a network a list stays as it is while somebody types, and says so', async () => {
    await page.goto('/admin/items/studies');
    await hydrated(page);
    const rows = page.getByRole('main').getByRole('heading', { level: 3 });
    await expect(rows).toHaveCount(10);
    await context.setOffline(true);
    await page.getByRole('searchbox').fill('torax');
    await expect(toasts(page)).toContainText('Sin conexión');
    await expect(rows).toHaveCount(10);
    await expect(page.getByRole('searchbox')).toHaveValue('torax');
    await context.setOffline(false);
  });
});

test('without an answer, one stays in the admin area', async ({ page }) => {
  await test.step('a page that the server does not answer for leaves the navigation, and is tried again', async () => {
    await page.goto('/admin/people');
    await hydrated(page);
    const navigation = page.getByRole('navigation', { name: 'Administración' });
    const audit = navigation.getByRole('link', { name: 'Bitácora de auditoría' });
    // To load the page's script.
    await audit.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Bitácora de auditoría' })).toBeVisible();
    await navigation.getByRole('link', { name: 'Personas' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Personas' })).toBeVisible();
    const reconnect = await cutOff(page);
    await audit.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Algo salió mal' })).toBeFocused();
    await expect(page.getByText('El servidor no respondió.')).toBeVisible();
    const again = page.getByRole('button', { name: 'Intentar de nuevo' });
    const unanswered = page.waitForEvent('requestfailed', (request) => DATA.test(request.url()));
    await again.click();
    await unanswered;
    await expect(again).not.toHaveAttribute('aria-disabled', 'true');
    await expect(audit).toBeVisible();
    await reconnect();
    await again.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Bitácora de auditoría' })).toBeVisible();
  });

  await test.step('who cannot be signed out stays where they are', async () => {
    const reconnect = await cutOff(page);
    const signOut = async () => {
      await page.getByRole('button', { name: /^Cuenta: / }).click();
      await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    };
    await signOut();
    await expect(toasts(page)).toContainText('El servidor no respondió');
    await expect(page.getByRole('heading', { level: 1, name: 'Bitácora de auditoría' })).toBeVisible();
    await reconnect();
    await signOut();
    await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible();
  });
});
