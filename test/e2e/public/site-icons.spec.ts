import { expect, test } from '../../helpers/accounts/account-test.ts';
import { ANA } from '../../helpers/data-folders/person.ts';

test.use({ accounts: { people: [{ ...ANA, role: 'owner' }] } });

test('an owner finds an icon, and visitors see it at once', async ({ page, pages }) => {
  await page.goto('/noticias');
  const links = page.getByRole('navigation', { name: 'Principal' });
  await expect(links.getByRole('link', { name: 'Noticias' }).first().locator('svg')).toHaveCount(0);

  await pages.enter(ANA, '/admin/settings');
  await page
    .getByRole('list', { name: 'Enlaces del encabezado' })
    .getByRole('link', { name: 'Cambiar el icono de Noticias' })
    .click();
  await page.getByLabel('Buscar un icono').fill('Heart pulse');
  await page.getByRole('button', { name: 'Buscar', exact: true }).click();
  const found = page.getByRole('list', { name: 'Iconos encontrados' }).getByRole('button', { name: 'heart-pulse' });
  await expect(found.locator('svg path').first(), 'the site sends its drawing').toBeAttached();
  await found.click();
  await expect(page.getByText('El icono quedó guardado.')).toBeVisible();

  await page.goto('/noticias');
  await expect(links.getByRole('link', { name: 'Noticias' }).first().locator('svg')).toHaveCount(1);
  await expect(links.getByRole('link', { name: 'Artículos' }).first().locator('svg')).toHaveCount(0);
});
