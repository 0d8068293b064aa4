import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

test('two people talk about a review above the text, which does not move under who writes', async ({ openAs }) => {
  const writer = await openAs('Tere', ARTICLE_PATH);
  const editor = createEditorPage(writer);
  await editor.expectSaved();
  const reader = await openAs('Ana', ARTICLE_PATH);
  await createEditorPage(reader).expectSaved();
  const boxes = [writer, reader].map((page) => page.getByRole('region', { name: 'Visto bueno en inglés' }));
  const [written, read] = boxes as [(typeof boxes)[0], (typeof boxes)[0]];

  await test.step('who asks writes a line and chooses who reads it', async () => {
    await writer.getByRole('button', { name: 'Pedir el visto bueno…' }).click();
    const sheet = writer.getByRole('dialog');
    await sheet.getByRole('combobox', { name: 'Quién lo revisa' }).selectOption('Ana Robles');
    await sheet.getByRole('textbox', { name: 'Nota para quien revisa' }).fill('¿Se entiende el segundo párrafo?');
    await sheet.getByRole('button', { name: 'Pedir el visto bueno', exact: true }).click();
    await expect(sheet.getByText(/^Se pidió el visto bueno/)).toBeVisible();
    await writer.keyboard.press('Escape');
    for (const box of boxes) {
      await expect(box).toContainText('Tere Soto pidió el visto bueno a Ana Robles');
      await expect(box).toContainText('¿Se entiende el segundo párrafo?');
      await expect(box).toContainText('Espera respuesta');
    }
  });

  await test.step('an answer waits to be asked for while somebody writes', async () => {
    const english = editor.text('inglés');
    await editor.caretAtEnd(english.locator('p').first());
    await writer.keyboard.type(' Not even coffee.');
    await editor.expectSaved();
    const before = await english.boundingBox();
    await reader.getByRole('button', { name: 'Publicar…' }).click();
    const sheet = reader.getByRole('dialog');
    await sheet.getByText('Devolver', { exact: true }).click();
    await sheet.getByRole('textbox', { name: 'Nota', exact: true }).fill('Diga cuántas horas.');
    await sheet.getByRole('button', { name: 'Devolver con la nota' }).click();
    await expect(sheet.getByText(/^Se devolvió/)).toBeVisible();
    await reader.keyboard.press('Escape');
    await expect(read).toContainText('Diga cuántas horas.');

    const news = writer.getByRole('button', { name: 'Hay novedades del visto bueno' });
    await expect(news).toBeVisible();
    const [bar, notice] = await Promise.all([writer.locator('[data-desk-bar]').boundingBox(), news.boundingBox()]);
    expect(notice?.y, 'the notice is below the bar, not under it').toBeGreaterThanOrEqual(
      (bar?.y ?? 0) + (bar?.height ?? 0),
    );
    expect(await english.boundingBox()).toEqual(before);
    await news.click();
    await expect(written).toBeFocused();
    await expect(written).toContainText('Ana Robles lo devolvió');
    await expect(written).toContainText('Diga cuántas horas.');
  });

  await test.step('what has changed since is one click away, and asking again keeps the thread', async () => {
    await read.getByRole('link', { name: 'Ver qué cambió desde entonces' }).click();
    await expect(reader.getByRole('main')).toContainText('Not even coffee.');
    await expect(reader.getByRole('main')).toContainText('Texto al pedir el visto bueno');

    await writer.getByRole('button', { name: 'Pedir el visto bueno…' }).click();
    const sheet = writer.getByRole('dialog');
    const reviewer = sheet.getByRole('combobox', { name: 'Quién lo revisa' });
    await expect(reviewer.locator('option:checked'), 'who answered').toHaveText('Ana Robles');
    await sheet.getByRole('textbox', { name: 'Nota para quien revisa' }).fill('Ya lo dice.');
    await sheet.getByRole('button', { name: 'Pedir el visto bueno', exact: true }).click();
    await expect(sheet.getByText(/^Se pidió el visto bueno/)).toBeVisible();
    await writer.keyboard.press('Escape');
    await expect(written).toContainText('Ya lo dice.');
    await written.getByText('Una solicitud anterior').click();
    await expect(written.getByText('Diga cuántas horas.')).toBeVisible();
  });

  await test.step('both find it on their dashboards, which follow', async () => {
    await writer.goto('/admin');
    await hydrated(writer);
    const notices = writer.getByRole('region', { name: 'Visto bueno' });
    await expect(notices).toContainText('Usted pidió el visto bueno en inglés');
    await reader.goto('/admin');
    await expect(reader.getByRole('region', { name: 'Visto bueno' })).toContainText(
      'Tere Soto le pide el visto bueno en inglés',
    );
    await reader.getByRole('region', { name: 'Visto bueno' }).getByRole('link').click();
    await expect(read).toContainText('Ya lo dice.');
    await expectNoViolations(reader);
    await reader.getByRole('button', { name: 'Publicar…' }).click();
    await reader.getByRole('dialog').getByRole('button', { name: 'Publicar', exact: true }).click();
    await expect(notices).toHaveCount(0);
    await reader.keyboard.press('Escape');
    await expect(read, 'what has ended is told where it was').toContainText('Ana Robles lo publicó el');
  });

  await test.step('who is writing when the review ends by publication reads who published it', async () => {
    await writer.goto(ARTICLE_PATH);
    await editor.expectSaved();
    await editor.caretAtEnd(editor.text('inglés').locator('p').first());
    await writer.keyboard.type(' Or tea.');
    await editor.expectSaved();
    await writer.getByRole('button', { name: 'Pedir el visto bueno…' }).click();
    const asking = writer.getByRole('dialog');
    await asking.getByRole('button', { name: 'Pedir el visto bueno', exact: true }).click();
    await expect(asking.getByText(/^Se pidió el visto bueno/)).toBeVisible();
    await writer.keyboard.press('Escape');
    await expect(written).toContainText('Espera respuesta');
    await editor.caretAtEnd(editor.text('inglés').locator('p').first());
    await writer.keyboard.type(' Nor milk.');
    await editor.expectSaved();
    await reader.getByRole('button', { name: 'Publicar…' }).click();
    await reader.getByRole('dialog').getByRole('button', { name: 'Publicar', exact: true }).click();
    const news = writer.getByRole('button', { name: /^Ana Robles lo publicó el / });
    await news.click();
    await expect(written).toBeFocused();
    await expect(written).toContainText('Ana Robles lo publicó el');
    await expect(written.getByRole('link')).toHaveCount(0);
  });
});
