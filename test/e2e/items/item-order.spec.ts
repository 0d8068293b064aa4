import type { Route } from '@playwright/test';
import { expect, rows, test } from '../../helpers/admin/sample-admin.ts';
import { holdScripts } from '../../helpers/browser/hold-scripts.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { createKeyboard } from '../../helpers/browser/keyboard.ts';

test('questions change places in their groups, at any time', async ({ page, context, enter }) => {
  await test.step('a button stays the same as the script comes, also under a pointer that is down', async () => {
    const letCome = await holdScripts(context);
    const entering = enter('/admin/items/faqs');
    const second = (await rows(page).nth(1).textContent()) ?? '';
    const up = page.getByRole('button', { name: `Subir «${second}»`, exact: true });
    await up.hover();
    await page.mouse.down();
    await letCome();
    await entering;
    await expect(page.getByRole('button', { name: `Mover «${second}»` })).toBeVisible();
    const readAgain = page.waitForResponse('**/admin/items/faqs.data*');
    await page.mouse.up();
    await expect(rows(page).first()).toHaveText(second);
    await expect(page.getByText(`«${second}» está en el lugar 1 de`)).toBeAttached();
    await readAgain;
  });

  await test.step('by their buttons, which keep the focus', async () => {
    const [first = '', second = ''] = await rows(page).allTextContents();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button(`Bajar «${first}»`).click();
    await expect(rows(page).first()).toHaveText(second);
    await expect(page.getByText(`«${first}» está en el lugar 2 de`)).toBeAttached();
    await expect(button(`Bajar «${first}»`)).toBeFocused();
    await button(`Subir «${first}»`).click();
    await expect(rows(page).first()).toHaveText(first);
    await expect(button(`Bajar «${first}»`)).toBeFocused();
  });

  await test.step('by keyboard, announced, and stay there', async () => {
    const [first = '', second = ''] = await rows(page).allTextContents();
    const keyboard = createKeyboard(page);
    const handle = page.getByRole('button', { name: `Mover «${first}»` });
    await handle.focus();
    await keyboard.use(handle, 'Space');
    await expect(page.getByText(/^Tomó «/)).toBeAttached();
    await page.keyboard.press('ArrowDown');
    // Only the questions of one group.
    const group = page.getByRole('region', { name: 'Antes del estudio' });
    const total = await group.getByRole('heading', { level: 3 }).count();
    expect(total).toBeLessThan(13);
    await expect(page.getByText(`«${first}» está en el lugar 2 de ${total}.`)).toBeAttached();
    await page.keyboard.press('Space');
    await expect(rows(page).first()).toHaveText(second);
    await expect(async () => {
      await page.reload();
      await expect(rows(page).first()).toHaveText(second, { timeout: 1_000 });
    }).toPass();
  });

  await test.step('by dragging them, and stay there', async () => {
    const [first = '', second = ''] = await rows(page).allTextContents();
    const handle = (title: string) => page.getByRole('button', { name: `Mover «${title}»` });
    // Without script, a handle is shown and does nothing.
    await hydrated(page);
    // At the window's edge, the page would scroll during the drag.
    await handle(second).evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await handle(first).hover();
    await page.mouse.down();
    const to = await handle(second).boundingBox();
    if (!to) throw new Error(`There is no handle of ${second}`);
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2 + 8, { steps: 10 });
    await expect(page.getByText(`«${first}» está en el lugar 2 de`)).toBeAttached();
    await page.mouse.up();
    await expect(rows(page).first()).toHaveText(second);
    await expect(async () => {
      await page.reload();
      await expect(rows(page).first()).toHaveText(second, { timeout: 1_000 });
    }).toPass();
  });

  await test.step('on a slow network moves are sent one after the other, and what is shown does not jump back', async () => {
    // Without script, a move loads the page again.
    await hydrated(page);
    const [first = '', second = '', third = ''] = await rows(page).allTextContents();
    const held: Route[] = [];
    await page.route('**/admin/item-actions/faqs', (route) => void held.push(route));
    let readAgain = 0;
    page.on('request', (request) => {
      if (request.url().includes('/admin/items/faqs.data')) readAgain++;
    });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const shown = async () => (await rows(page).allTextContents()).slice(0, 3);
    await press(`Bajar «${first}»`);
    await expect(rows(page).first()).toHaveText(second);
    await expect.poll(() => held.length).toBe(1);
    await press(`Bajar «${third}»`);
    await press(`Subir «${third}»`);
    await press(`Bajar «${first}»`);
    await expect.poll(shown).toEqual([second, third, first]);
    expect(held).toHaveLength(1);
    await held[0]?.continue();
    await expect.poll(() => held.length).toBe(2);
    expect(await shown()).toEqual([second, third, first]);
    expect(readAgain, 'the list is not read while a move is on its way').toBe(0);
    await held[1]?.continue();
    await expect.poll(() => held.length).toBe(3);
    const answered = page.waitForResponse('**/admin/items/faqs.data*');
    await held[2]?.continue();
    await answered;
    await expect.poll(shown).toEqual([second, third, first]);
    await page.unroute('**/admin/item-actions/faqs');
    await page.reload();
    await expect.poll(shown).toEqual([second, third, first]);
  });

  await test.step('they stand in their groups, one of which can be shown', async () => {
    const groups = page.getByRole('main').getByRole('region', { name: /^(Antes|Durante|Los resultados)/ });
    await expect(groups.getByRole('heading', { level: 2 })).toHaveText([
      'Antes del estudio',
      'Durante el estudio',
      'Los resultados',
    ]);
    const inGroup = await groups.last().getByRole('heading', { level: 3 }).allTextContents();
    await page.getByText('Filtros', { exact: true }).click();
    await page.getByLabel('Grupo').selectOption('Los resultados');
    await expect(rows(page)).toHaveText(inGroup);
    await expect(page).toHaveURL(/group=results/);
    await expect(page.getByRole('button', { name: `Mover «${inGroup[0]}»` })).toBeVisible();
    await page.getByLabel('Ordenar por').selectOption('Título');
    await expect(page.getByText('Grupo: Los resultados')).toHaveCount(inGroup.length);
  });
});
