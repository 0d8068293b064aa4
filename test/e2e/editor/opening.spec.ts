import { holdScripts } from '../../helpers/browser/hold-scripts.ts';
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

test('what is typed from the moment an item is created on is written into its text, and nowhere else', async ({
  openAs,
}) => {
  const page = await openAs('Ana', '/admin/items/articles?new=');
  const editor = createEditorPage(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/admin/items/articles**', async (route) => {
    if (route.request().method() === 'POST') await released;
    await route.continue();
  });
  const connected = Promise.withResolvers<() => void>();
  await page.routeWebSocket(/admin\/drafts/, (socket) => {
    const held: (string | Buffer)[] = [];
    socket.onMessage((message) => void held.push(message));
    connected.resolve(() => {
      const server = socket.connectToServer();
      server.onMessage((message) => socket.send(message));
      socket.onMessage((message) => server.send(message));
      for (const message of held) server.send(message);
    });
  });
  await page.getByLabel('Título').fill('Un artículo nuevo');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.keyboard.press('Enter');
  await sent;
  await page.keyboard.type('Uno, ');
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Un artículo nuevo' })).toBeAttached();
  await page.keyboard.type('dos.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Tres,');
  const connect = await connected.promise;
  connect();
  await expect(editor.text('español')).toBeFocused();
  await page.keyboard.type(' cuatro.');
  await expect(editor.text('español').locator('p')).toHaveText(['Uno, dos.', 'Tres, cuatro.']);
  await expect(editor.column('es').getByLabel('Título', { exact: true })).toHaveValue('Un artículo nuevo');
});

test('what is typed before the scripts of an item have come is written into its text', async ({ openAs }) => {
  const page = await openAs('Ana');
  const editor = createEditorPage(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/admin/items/articles/ayuno', { waitUntil: 'commit' });
  await expect(page.getByText('Beba agua.')).toBeVisible();
  // Keys are noted from the end of the document on.
  await page.waitForFunction(() => 'mekiTyped' in window);
  await page.keyboard.type('Antes: ');
  release();
  await expect(editor.text('español')).toBeFocused();
  await expect(editor.text('español').locator('p').first()).toHaveText('Antes: No coma seis horas antes.');
});

test('what is typed after an item was created without script is written into its text', async ({ openAs }) => {
  const page = await openAs('Ana');
  const editor = createEditorPage(page);
  const releaseScripts = await holdScripts(page.context());
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/admin/items/articles?new=', async (route) => {
    if (route.request().method() === 'POST') await answered;
    await route.continue();
  });
  await page.goto('/admin/items/articles?new=', { waitUntil: 'commit' });
  await page.getByLabel('Título').fill('Enviado sin guion');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.keyboard.press('Enter');
  await sent;
  await page.keyboard.type('Uno, ');
  answer();
  await expect(page.getByRole('heading', { level: 1, name: 'Enviado sin guion' })).toBeAttached();
  await page.keyboard.type('dos.');
  await releaseScripts();
  await expect(editor.text('español')).toBeFocused();
  await expect(editor.text('español').locator('p')).toHaveText(['Uno, dos.']);
  await expect(editor.column('es').getByLabel('Título', { exact: true })).toHaveValue('Enviado sin guion');
});

test('what is typed before an item has opened is written into the part in its address', async ({ openAs }) => {
  const page = await openAs('Ana');
  const editor = createEditorPage(page);
  const releaseScripts = await holdScripts(page.context());
  await page.goto('/admin/items/articles/ayuno?language=es#field-summary', { waitUntil: 'commit' });
  await expect(page.getByText('Beba agua.')).toBeVisible();
  // Keys are noted from the end of the document on.
  await page.waitForFunction(() => 'mekiTyped' in window);
  await page.keyboard.type('Antes: ');
  await releaseScripts();
  const summary = editor.column('es').getByLabel('Resumen', { exact: true });
  await expect(summary).toBeFocused();
  await expect(summary).toHaveValue(/Antes: /);
});
