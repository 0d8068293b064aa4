import type { Page } from '@playwright/test';
import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { MOST_SHIFT, shiftsOf, watchShifts } from '../../helpers/browser/watch-shifts.ts';
import { unlinkedArticle } from '../../helpers/data-folders/faulty-articles.ts';
import { writeItems } from '../../helpers/data-folders/write-items.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

/** Expects the bar in one row of its height, with nothing cut off or covered, and nothing over a neighbour. */
async function expectOneRow(page: Page, state: string, names: readonly (string | RegExp)[]): Promise<void> {
  const bar = page.locator('[data-desk-bar]');
  const { height, wide, problems } = await bar.evaluate((element) => {
    const controls = [...element.querySelectorAll('a, button, fieldset')].filter((control) =>
      control.checkVisibility(),
    );
    const boxes = controls.map((control) => ({ control, box: control.getBoundingClientRect() }));
    const own = element.getBoundingClientRect();
    const name = (control: Element) => control.getAttribute('aria-label') ?? control.textContent;
    return {
      height: own.height,
      wide: document.documentElement.scrollWidth - window.innerWidth,
      problems: boxes.flatMap(({ control, box }, index) => {
        const before = boxes[index - 1]?.box;
        const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return [
          ...(box.left < own.left - 1 || box.right > own.right + 1 ? [`${name(control)} is cut off`] : []),
          ...(before && before.right > box.left + 1 ? [`${name(control)} is over its neighbour`] : []),
          ...(control.contains(at) ? [] : [`${name(control)} is covered`]),
        ];
      }),
    };
  });
  const expected = await page.evaluate(
    () => 3.25 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  );
  expect.soft(height, `the height, ${state}`).toBeCloseTo(expected, 0);
  expect.soft(problems, state).toEqual([]);
  expect.soft(wide, `pixels beyond the window, ${state}`).toBeLessThanOrEqual(0);
  for (const name of names) await expect.soft(bar.getByRole('button', { name }).first(), state).toBeVisible();
}

test('the bar of an item keeps its height whatever there is to say, and nothing moves by itself', async ({
  openAs,
  site,
  expected,
}) => {
  expected.problem(/ERR_INTERNET_DISCONNECTED|WebSocket|build manifest could not be fetched/);
  await writeItems(site.dataDir, [unlinkedArticle('ayuno')]);
  const page = await openAs('Ana');
  await watchShifts(page);
  const mine = createEditorPage(page);
  const publish = 'Publicar…';
  await mine.open('articles/ayuno');

  await test.step('somebody joins, from here and from there, and one types while it is saved', async () => {
    const [tere, beto] = [await openAs('Tere', ARTICLE_PATH), await openAs('Beto', ARTICLE_PATH)];
    for (const other of [tere, beto]) await createEditorPage(other).expectSaved();
    await expect(page.getByRole('button', { name: /^También aquí: .*Tere Soto.*; Beto Luna/ })).toContainText(/BL|TS/);
    await expectNoViolations(page);
    await expectOneRow(page, 'two others', [publish, 'Más acciones']);
    await mine.caretAtEnd(mine.text('español').locator('p').last());
    await page.keyboard.type(' Palabras que se guardan.');
    await mine.expectSaved();
    expect((await shiftsOf(page)).sum, 'since it was opened').toBeLessThan(MOST_SHIFT);

    await test.step('and the place of each is said, and led to', async () => {
      await createEditorPage(tere).column('en').getByLabel('Título', { exact: true }).focus();
      await page.getByRole('button', { name: /^También aquí/ }).click();
      await expect(page.getByRole('menuitem')).toHaveCount(2);
      await expectNoViolations(page);
      await page.getByRole('menuitem', { name: 'Tere Soto: título en inglés' }).click();
      await expect(mine.column('en').getByLabel('Título', { exact: true })).toBeFocused();
    });
  });

  await test.step('offline, in words that are cut where there is no room, and read whole', async () => {
    await mine.caretAtEnd(mine.text('español').locator('p').last());
    const before = (await shiftsOf(page)).sum;
    await page.context().setOffline(true);
    const told = page.getByRole('button', { name: 'Sin conexión: guardado en este dispositivo' });
    await expect(told).toBeVisible();
    await expectOneRow(page, 'offline', [publish, 'Más acciones']);
    await expect(page.getByRole('listitem').filter({ hasText: 'Sin conexión' }), 'over the texts').toHaveCount(0);
    await page.setViewportSize({ width: 390, height: 800 });
    await expectOneRow(page, 'offline on a phone', [publish, 'Vista previa', 'Más acciones']);
    await told.click();
    await expect(
      page.getByRole('listitem').filter({ hasText: 'Sin conexión: guardado en este dispositivo' }),
    ).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.context().setOffline(false);
    await mine.expectSaved();
    await expect(page.getByRole('listitem').filter({ hasText: 'La conexión volvió' })).toHaveCount(0);
    expect((await shiftsOf(page)).sum - before).toBeLessThan(MOST_SHIFT);
  });

  await test.step('beside an open preview', async () => {
    await page.getByRole('button', { name: 'Vista previa' }).click();
    await expect(page.getByRole('complementary', { name: 'Vista previa' }).locator('iframe')).toBeVisible();
    await expectOneRow(page, 'beside the preview', [publish, 'Más acciones']);
    await page.getByRole('complementary').getByRole('button', { name: 'Cerrar' }).click();
  });

  await test.step('at every width, what has no room in the bar is in its menu', async () => {
    for (const width of [320, 360, 390, 480, 600, 680, 770, 880, 1000, 1060, 1280, 1500, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await expectOneRow(page, `${width} px`, [publish, 'Más acciones']);
      const shown = (role: 'link' | 'button', name: string) => page.getByRole(role, { name, exact: true }).isVisible();
      const missing = [
        ...((await shown('button', 'Datos y portada')) ? [] : ['Datos y portada']),
        ...((await shown('button', 'Vista previa')) ? [] : ['Vista previa']),
        ...((await shown('link', 'Historial')) ? [] : ['Historial']),
      ];
      await page.getByRole('button', { name: 'Más acciones' }).click();
      for (const name of ['Datos y portada', 'Vista previa', 'Historial']) {
        await expect
          .soft(page.getByRole('menuitem', { name }), `${name} at ${width} px`)
          .toBeVisible({ visible: missing.includes(name) });
      }
      await page.keyboard.press('Escape');
    }
  });
});

test('the bar of a Spanish author has room at 1280 px, also beside somebody else', async ({ openAs, site }) => {
  await writeItems(site.dataDir, [unlinkedArticle('ayuno')]);
  const page = await openAs('Tere', ARTICLE_PATH);
  await createEditorPage(page).expectSaved();
  await openAs('Ana', ARTICLE_PATH);
  await expect(page.getByRole('button', { name: /^También aquí: Ana Robles/ })).toBeVisible();
  const names = ['Pedir el visto bueno…', 'Datos y portada', 'Vista previa', 'Más acciones'];
  for (const width of [1280, 1060, 1010, 880]) {
    await page.setViewportSize({ width, height: 800 });
    await expectOneRow(page, `a translator at ${width} px`, names);
  }
});

test('the pages of an item have one bar, in one order', async ({ openAs }) => {
  const page = await openAs('Ana', ARTICLE_PATH);
  await createEditorPage(page).expectSaved();
  const parts = page.getByRole('navigation', { name: 'Partes del contenido' });
  const names = () => parts.getByRole('listitem').allTextContents();
  const places = [await page.locator('[data-desk-bar]').boundingBox()];
  expect(await names()).toEqual(['Texto', 'Vista previa', 'Historial', 'Publicar…']);
  for (const name of ['Historial', 'Publicación', 'Vista previa']) {
    await parts.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`${name}: `);
    await expect(parts.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    expect(await names()).toEqual(['Texto', 'Vista previa', 'Historial', 'Publicación']);
    places.push(await page.locator('[data-desk-bar]').boundingBox());
  }
  expect(new Set(places.map((place) => JSON.stringify(place))).size, 'the bar stays where it is').toBe(1);
});
