import { expect, rows, test } from '../../helpers/admin/sample-admin.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';

test('the board counts what is missing and leads to it, and follows what is chosen and done', async ({
  page,
  enter,
}) => {
  await enter('/admin/health');
  await expect(page.getByText('4 contenidos con pendientes')).toBeVisible();
  await expect(page.getByRole('link', { name: '4 Falta un idioma' })).toBeVisible();
  // What is done needs no number.
  await expect(
    page.getByRole('region', { name: 'Pendientes del sitio' }).getByRole('link', { name: /^0 / }),
  ).toHaveCount(0);
  await page.getByLabel('Tipo').selectOption({ label: 'Estudios' });
  await expect(rows(page)).toHaveText(['Radiografía panorámica dental']);
  await page.getByRole('combobox', { name: 'Idioma' }).selectOption({ label: 'Español' });
  await expect(page.getByText('Nada pendiente con estos filtros.')).toBeVisible();
  await page.getByRole('link', { name: 'Quitar filtros' }).click();
  await page.getByRole('link', { name: /^Ir a «Radiografía panorámica dental», inglés/ }).click();
  await expect(page).toHaveURL(/\/admin\/items\/studies\/[a-z0-9-]+\?language=en$/);

  await test.step('what is taken off the site waits on the board', async () => {
    await page.goto('/admin/items/studies?tag=breast');
    await hydrated(page);
    await page.getByRole('button', { name: 'Acciones de «Mastografía»' }).click();
    await page.getByRole('menuitem', { name: 'Retirar del sitio' }).click();
    await expect(page.getByRole('heading', { name: 'Se retiró 1 contenido del sitio' })).toBeVisible();
    await page.getByRole('link', { name: 'Salud del contenido' }).click();
    await page.getByRole('link', { name: '1 Sin publicar' }).click();
    await expect(rows(page)).toHaveText(['Mastografía']);
  });
});
