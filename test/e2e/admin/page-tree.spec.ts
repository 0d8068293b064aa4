import type { Page } from '@playwright/test';
import { expect, rows, test } from '../../helpers/admin/sample-admin.ts';
import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { createPlainBrowser } from '../../helpers/requests/plain-browser.ts';

const LIST = '/admin/items/pages';
const menuOf = (page: Page, title: string) => page.getByRole('button', { name: `Acciones de «${title}»` });

const answerAt = async (page: Page, path: string) => {
  const answer = await page.request.get(path, { maxRedirects: 0 });
  return answer.status() === 200 ? 200 : `${answer.status()} ${answer.headers().location}`;
};

test('a page is moved below another one by keyboard alone, and what changes is shown before', async ({
  page,
  enter,
}) => {
  await enter(LIST);
  await hydrated(page);
  await expect(rows(page).filter({ hasText: /visita|médicos/ })).toHaveText([
    'Su visita, paso a paso',
    'Para médicos tratantes',
  ]);
  await menuOf(page, 'Para médicos tratantes').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Abrir' })).toBeFocused();
  await page.keyboard.type('Cambiar');
  await expect(page.getByRole('menuitem', { name: 'Cambiar de lugar…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Cambiar de lugar «Para médicos tratantes»' }),
  ).toBeVisible();

  const parent = page.getByLabel('Debajo de');
  await expect(parent).toHaveValue('about');
  await expect(page.getByText('No cambia la dirección de ninguna página pública.')).toBeVisible();
  await expectNoViolations(page);
  await hydrated(page);
  await parent.focus();
  // The option after the present one.
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('/about/su-visita/para-medicos')).toBeVisible();
  await expect(page.getByText('/en/about/your-visit/for-doctors')).toBeVisible();
  await expect(parent).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Cambiar de lugar' })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(LIST);
  await expect(page.getByText('/about/su-visita/para-medicos')).toBeVisible();
  await expectNoViolations(page);
  expect(await answerAt(page, '/about/para-medicos')).toBe('301 /about/su-visita/para-medicos');
  expect(await answerAt(page, '/en/about/for-doctors')).toBe('301 /en/about/your-visit/for-doctors');
  expect(await answerAt(page, '/es/about/su-visita/para-medicos')).toBe(200);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a page gets another place among those beside it, and comes to the top', async ({ page, enter }) => {
    await enter(LIST);
    await hydrated(page);
    await menuOf(page, 'Para médicos tratantes').tap();
    await page.getByRole('menuitem', { name: 'Cambiar de lugar…' }).tap();
    await page.getByLabel('Orden').selectOption({ label: 'Antes de «Su visita, paso a paso»' });
    await page.getByRole('button', { name: 'Cambiar de lugar' }).tap();
    await expect(rows(page).filter({ hasText: /visita|médicos/ })).toHaveText([
      'Para médicos tratantes',
      'Su visita, paso a paso',
    ]);
    const reader = await page.request.get('/about');
    expect(await reader.text()).toMatch(/Para médicos tratantes.*Su visita, paso a paso/s);

    await menuOf(page, 'Para médicos tratantes').tap();
    await page.getByRole('menuitem', { name: 'Cambiar de lugar…' }).tap();
    await hydrated(page);
    await page.getByLabel('Debajo de').selectOption({ label: 'Ninguna: en el primer nivel' });
    await expect(page.getByText(/: \/para-medicos$/)).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(width, 'nothing is wider than the phone').toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Cambiar de lugar' }).tap();
    await expect(page).toHaveURL(LIST);
    expect(await answerAt(page, '/about/para-medicos')).toBe('301 /para-medicos');
  });
});

test('readers go up, down and on among pages without script', async ({ site }) => {
  const reader = createPlainBrowser(site.origin, '');
  await reader.open('/about/su-visita');
  expect(reader.page.one('nav', 'Su visita, paso a paso').links()).toEqual(['Inicio', 'Quiénes somos']);
  expect(reader.page.one('nav', 'Siguiente').links()).toEqual([expect.stringContaining('Para médicos tratantes')]);
  await reader.follow('Quiénes somos', reader.page.one('nav', 'Su visita, paso a paso'));
  expect(reader.page.one('nav', 'En esta sección').links()).toEqual([
    'Su visita, paso a paso',
    'Para médicos tratantes',
  ]);
});
