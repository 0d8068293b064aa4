import { expect, test } from '../../helpers/accounts/account-test.ts';
import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { ANA } from '../../helpers/data-folders/person.ts';

test.use({ accounts: { people: [{ ...ANA, role: 'owner' }] }, hasSample: true });

test('a message sent from the public form appears in the open inbox without a reload, and is read there', async ({
  page,
  pages,
  context,
  site,
  expected,
}) => {
  await pages.enter(ANA, '/admin/inbox');
  await hydrated(page);
  await expect(page.getByText('Todavía no hay mensajes.')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSame: true }));

  // The form is not taken within a blink of opening its page; then it is sent again.
  expected.problem(/\b422\b/);
  const visitor = await context.newPage();
  await visitor.goto(`${site.origin}/contact`);
  await hydrated(visitor);
  await visitor.getByLabel('Nombre').fill('Luis Ortega');
  await visitor.getByLabel('Correo electrónico').fill('luis@example.org');
  await visitor.getByLabel('Mensaje').fill('¿Debo suspender la metformina?');
  await visitor.getByLabel(/^Acepto/).check();
  await expect(async () => {
    await visitor.getByRole('button', { name: 'Enviar el mensaje' }).click();
    await expect(visitor).toHaveURL(/\/contact\?sent=1/, { timeout: 1_000 });
  }).toPass();
  await expect(visitor.getByText('Gracias, recibimos su mensaje')).toBeVisible();
  await visitor.close();

  const link = page.getByRole('main').getByRole('link', { name: 'Luis Ortega' });
  await expect(link).toBeVisible();
  const entry = page.getByRole('navigation', { name: 'Administración' }).getByRole('link', { name: /^Buzón/ });
  await expect(entry).toHaveText('Buzón1');
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  await expectNoViolations(page);

  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mensaje de Luis Ortega' })).toBeFocused();
  await expect(entry).toHaveText('Buzón');
  await expect(page.getByRole('button', { name: 'Marcar como no leído' })).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('button', { name: 'Eliminar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar el mensaje' }).click();
  await expect(page.getByText('El mensaje se eliminó.')).toBeVisible();
  await expect(page.getByText('Todavía no hay mensajes.')).toBeVisible();
});
