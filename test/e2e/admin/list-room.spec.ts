import type { Locator, Page } from '@playwright/test';
import { expect, rows, test } from '../../helpers/admin/sample-admin.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { checkEach } from '../../helpers/check-each.ts';

const LISTS = [
  '/admin/items/studies',
  '/en/admin/items/articles',
  '/admin/items/news',
  '/en/admin/items/pages',
  '/admin/items/faqs',
  '/en/admin/items/faqs',
];

const LAPTOPS = [
  { width: 1366, height: 768 },
  { width: 1280, height: 720 },
];

/** A wide screen: a list has all of it. */
const DESK = { width: 1920, height: 1080 };

const items = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) });

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error(`${place} is not shown`);
  return box;
}

test('on a laptop the rows of a list begin in the first third of the window, and their titles have the width; on a phone five fit', async ({
  page,
  enter,
}) => {
  await enter('/admin');
  await checkEach(LISTS, String, async (path) => {
    await page.goto(path);
    await hydrated(page);
    await expect(items(page).first()).toBeVisible();
    for (const size of LAPTOPS) {
      await page.setViewportSize(size);
      const row = await boxOf(items(page).first());
      expect(row.y, `${size.width} px`).toBeLessThanOrEqual(size.height / 3);
      const states = await boxOf(
        items(page)
          .first()
          .getByRole('list', { name: /^(Idiomas|Languages)$/ }),
      );
      const title = await boxOf(rows(page).first());
      expect(states.x - title.x, 'the title has more than the states').toBeGreaterThan(states.width * 1.3);
    }
    await page.setViewportSize(DESK);
    const { x, width } = await boxOf(items(page).first());
    expect(DESK.width - x - width).toBeLessThanOrEqual(40);
    await page.setViewportSize({ width: 390, height: 844 });
    const endOfFifth = async () => {
      const { y, height } = await boxOf(items(page).nth(4));
      return y + height;
    };
    await expect.poll(endOfFifth, 'five fit on a phone').toBeLessThanOrEqual(844);
  });
  await test.step('pages are called by what they are, with their address', async () => {
    const row = (name: string) =>
      items(page).filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) });
    await page.goto('/admin/items/pages');
    await expect(row('Inicio')).toContainText('/ · Sepa qué esperar antes, durante y después de su estudio');
    await expect(row('Contacto')).toContainText('/contact');
    await page.goto('/en/admin/items/pages');
    await expect(row('Home page')).toContainText('/en · Know what to expect');
  });
});

test('the list of questions is in columns, shows what can be done with a choice, and is ordered on a phone', async ({
  page,
  enter,
}) => {
  await enter('/admin/items/faqs');
  await test.step('boxes, states and times stand below each other and below their heads', () => expectColumns(page));
  await test.step('what can be done with a choice is shown with the choice, and moves no row', async () => {
    const bar = page.getByRole('region', { name: 'Acciones para la selección' });
    const before = await boxOf(items(page).first());
    const choice = page.getByRole('checkbox', { name: /^Seleccionar «/ }).first();
    await expect(bar).toBeHidden();
    await choice.check();
    await expect(bar).toBeInViewport({ ratio: 1 });
    expect(await boxOf(items(page).first())).toEqual(before);
    await choice.uncheck();
    await expect(bar).toBeHidden();
  });
  await test.step('on a phone a question moves by its menu', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const [first = '', second = ''] = await rows(page).allTextContents();
    const menu = page.getByRole('button', { name: `Acciones de «${first}»` });
    await menu.click();
    await expect(page.getByRole('menuitem', { name: 'Subir' })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'Bajar' }).click();
    await expect(rows(page).first()).toHaveText(second);
    await expect(menu).toBeFocused();
    await expect(page.getByText(`«${first}» está en el lugar 2 de`)).toBeAttached();
  });
});

async function expectColumns(page: Page): Promise<void> {
  const startsOf = async (all: Locator) => [
    ...new Set(await all.evaluateAll((found) => found.map((one) => Math.round(one.getBoundingClientRect().x)))),
  ];
  const main = page.getByRole('main');
  expect(await startsOf(main.getByRole('checkbox', { name: /^Seleccionar/ }))).toHaveLength(1);
  expect(await startsOf(rows(page).or(main.getByRole('status').filter({ hasText: /resultados$/ })))).toHaveLength(1);
  const states = main.getByRole('list', { name: 'Idiomas' });
  expect(await startsOf(states.or(main.getByText('Idiomas', { exact: true }).filter({ visible: true })))).toHaveLength(
    1,
  );
  expect(await startsOf(states.getByText('Publicado'))).toHaveLength(1);
  expect(
    await startsOf(
      main.getByRole('time').or(main.getByText('Último cambio', { exact: true }).filter({ visible: true })),
    ),
  ).toHaveLength(1);
}
