import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';
import { card, form, notice, PUBLISH, press } from '../../helpers/items/publishing-pages.ts';

test.use({ timezoneId: 'Europe/Madrid' });

/** A future day, as the value of a date field. */
const DAY = new Date(Date.now() + 40 * 24 * 3_600_000).toISOString().slice(0, 10);

// What is refused, and what is stored, is in `test/http/items/item-schedules.spec.ts`.
test('what is scheduled is told in words', async ({ openAs }) => {
  const page = await openAs('Ana', PUBLISH);

  await test.step('the reader’s own clock is told where it is another', async () => {
    await page.getByRole('button', { name: 'Cuándo: Publicar' }).click();
    await expect(page.getByRole('menu').getByText('Cuándo', { exact: true })).toBeVisible();
    await page.getByRole('menuitemradio', { name: 'A una hora…' }).click();
    const schedule = form(page, 'Programar la publicación');
    await expect(schedule.getByLabel('Fecha')).toBeFocused();
    await schedule.getByLabel('Fecha').fill('2031-02-03');
    await schedule.getByLabel('Hora').fill('10:00');
    await expect(
      schedule.getByText('En su zona horaria (hora estándar de Europa central): 3 feb 2031, 5:00 p.m.'),
    ).toBeVisible();
  });

  await test.step('a publication is scheduled by the site’s clock, told, and called off', async () => {
    await form(page, 'Programar la publicación').getByLabel('Fecha').fill(DAY);
    await form(page, 'Programar la publicación').getByLabel('Hora').fill('09:30');
    await press(page, 'Programar la publicación');
    await expect(notice(page)).toHaveText('Programado.');
    await expect(card(page, 'español')).toContainText(/Se publicará el .+9:30 a\.m\.; lo programó Ana Robles\./);
    await press(page, 'Cancelar la publicación programada en español');
    await expect(notice(page)).toHaveText('Cancelado.');
    await expect(card(page, 'español')).not.toContainText('Se publicará');
    await expect(card(page, 'inglés')).toContainText('Se publicará');
  });

  await test.step('a time that comes twice asks which one is meant, by the names that the zone has then', async () => {
    await page.route('**/publish/panel*', async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replaceAll('America/Mexico_City', 'Europe/Madrid');
      await route.fulfill({ response, body: text });
    });
    await page.goto(ARTICLE_PATH);
    await page.getByRole('button', { name: 'Publicar…' }).click();
    const schedule = page
      .getByRole('dialog', { name: 'Publicación' })
      .getByRole('region', { name: 'Programar la publicación' });
    await page.getByRole('button', { name: 'Cuándo: Publicar' }).click();
    await page.getByRole('menuitemradio', { name: 'A una hora…' }).click();
    const twice = schedule.getByRole('group', { name: /^Ese día esa hora ocurre dos veces/ });
    await schedule.getByLabel('Hora').fill('02:30');
    await schedule.getByLabel('Fecha').fill('2031-10-25');
    await expect(schedule.getByText('Fecha y hora del sitio (hora de verano de Europa central).')).toBeVisible();
    await expect(twice).toHaveCount(0);
    await schedule.getByLabel('Fecha').fill('2031-10-26');
    await expect(twice.getByLabel('La primera (hora de verano de Europa central)')).toBeChecked();
    await twice.getByLabel('La segunda (hora estándar de Europa central)').check();
    await expect(schedule.getByText('Fecha y hora del sitio (hora estándar de Europa central).')).toBeVisible();
  });
});
