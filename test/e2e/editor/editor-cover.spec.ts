import { expect, test } from '../../helpers/accounts/account-test.ts';
import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { createEditorPage, OWNER, TRANSLATOR } from '../../helpers/items/editor-page.ts';

const ARTICLE = 'articles/mri-or-ct';

test.use({ accounts: { people: [OWNER, TRANSLATOR] }, hasSample: true });

test('the fields of an item show a translator the cover, and let them say what it shows in their language', async ({
  pages,
  page,
}) => {
  const editor = createEditorPage(page);
  const alt = (language: 'es' | 'en') => editor.column(language).getByLabel('Texto alternativo de la portada');
  const expectToFit = async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expectNoViolations(page);
  };
  await pages.enter(TRANSLATOR);

  await test.step('on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/admin/items/${ARTICLE}?language=en#field-cover.alt`);
    await expect(editor.text('inglés')).toBeVisible();
    await expect(alt('en')).toBeFocused();
    await alt('en').fill('Two scanners, side by side');
    await editor.expectSaved();
    await expectToFit();
    await page.getByRole('radio', { name: 'español' }).check();
    await expect(alt('es')).not.toBeEditable();
    await page.getByRole('button', { name: 'Más acciones' }).click();
    await page.getByRole('menuitem', { name: 'Datos y portada' }).click();
    await expect(page.getByRole('dialog').getByLabel('Firma')).not.toBeEditable();
    await page.keyboard.press('Escape');
  });

  await test.step('on a desktop', async () => {
    await page.setViewportSize({ width: 1280, height: 844 });
    await expect(alt('en')).toHaveValue('Two scanners, side by side');
    await expect(alt('es')).not.toBeEditable();
    await expectToFit();
  });
});

test('a field that is rendered after the texts gets the focus that its address asks for', async ({ pages, page }) => {
  const held: (() => void)[] = [];
  let isHeld = true;
  await page.routeWebSocket(/admin\/drafts/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const send = () => socket.send(message);
      // The field of the cover is rendered once the shared draft tells of a cover.
      if (isHeld && message.slice(0, 80).toString().includes('/shared')) held.push(send);
      else send();
    });
  });
  await pages.enter(TRANSLATOR);
  const editor = createEditorPage(page);
  await page.goto(`/admin/items/${ARTICLE}?language=en#field-cover.alt`);
  await expect(editor.text('inglés')).toBeVisible();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const alt = editor.column('en').getByLabel('Texto alternativo de la portada');
  await expect(alt).toHaveCount(0);
  isHeld = false;
  for (const send of held) send();
  await expect(alt).toBeFocused();
});
