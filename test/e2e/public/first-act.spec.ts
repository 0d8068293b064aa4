import { holdScripts } from '../../helpers/browser/hold-scripts.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { expect, test } from '../../helpers/browser/site-test.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 700 } });

test('what is added to a refused message before the scripts come stays', async ({ page, context, expected }) => {
  expected.problem(/422.*contact/);
  await page.goto('/contact');
  const message = page.getByLabel('Mensaje');
  await message.fill('Quisiera una cita.');
  const letCome = await holdScripts(context);
  await page.getByRole('button', { name: 'Enviar' }).tap();
  await expect(message).toHaveValue('Quisiera una cita.');
  await message.tap();
  await message.press('ControlOrMeta+End');
  await page.keyboard.type(' Mañana.');
  await letCome();
  await hydrated(page);
  await expect(message).toHaveValue('Quisiera una cita. Mañana.');
  await expect(message).toBeFocused();
});

test('what a link opened is not opened and shown again once the scripts come', async ({ page, context }) => {
  await page.goto('/faq');
  const slug = await page.locator('details > div[id]').last().getAttribute('id');
  const letCome = await holdScripts(context);
  await page.goto('/about');
  await page.goto(`/faq#${slug}`);
  const question = page.getByRole('group').filter({ has: page.locator(`[id="${slug}"]`) });
  await expect(question).toHaveAttribute('open');
  await question.locator('summary').tap();
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await letCome();
  await hydrated(page);
  await expect(question).not.toHaveAttribute('open');
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('the button of the error screen leads back, also if it is pressed before the scripts come', async ({
  page,
  context,
  expected,
}) => {
  expected.problem(/404.*unknown/);
  await page.goto('/privacy-policy');
  const letCome = await holdScripts(context);
  await page.goto('/unknown');
  await page.getByRole('button', { name: 'Regresar' }).tap();
  await letCome();
  await expect(page).toHaveURL('/privacy-policy');
});
