import { MOST_SHIFT, shiftsOf, watchShifts } from '../../helpers/browser/watch-shifts.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { expect, test } from '../../helpers/items/item-pages.ts';

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`at ${width} px, nothing moves while an item opens, somebody joins, words are saved, and the network is lost`, async ({
    openAs,
    expected,
  }) => {
    expected.problem(/ERR_INTERNET_DISCONNECTED|WebSocket|build manifest could not be fetched/);
    const page = await openAs('Ana');
    await page.setViewportSize({ width, height });
    await watchShifts(page);
    const editor = createEditorPage(page);
    const expectSteady = async (when: string) => {
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const { sum, moved } = await shiftsOf(page);
      expect(sum, `${when}: ${moved.join('\n')}`).toBeLessThan(MOST_SHIFT);
    };
    await editor.open('articles/ayuno');
    await expectSteady('opened');
    const other = createEditorPage(await openAs('Tere'));
    await other.open('articles/ayuno');
    await expect(page.getByRole('button', { name: /^También aquí: Tere Soto/ })).toBeVisible();
    await expectSteady('with somebody else');
    // Of the translation: nothing becomes outdated, which is told beside the text as soon as the machine has time for it.
    if (width < 1024) await page.getByRole('radio', { name: 'inglés' }).check();
    await editor.caretAtEnd(editor.text('inglés').locator('p').last());
    await page.keyboard.type(' And rest.');
    await expect(other.text('inglés')).toContainText('And rest.');
    await expectSteady('written and saved');
    await page.context().setOffline(true);
    await expect(page.getByRole('button', { name: 'Sin conexión: guardado en este dispositivo' })).toBeVisible();
    await expectSteady('offline');
    await page.context().setOffline(false);
    await expect(page.getByRole('button', { name: 'Guardado', exact: true })).toBeVisible();
    await expectSteady('online again');
  });
}
