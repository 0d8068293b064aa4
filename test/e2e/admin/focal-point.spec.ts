import sharp from 'sharp';
import { expect, test } from '../../helpers/admin/sample-admin.ts';
import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a photograph gets a focal point by a tap and by keys, and words that were written in it, on a phone', async ({
  page,
  enter,
}) => {
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0a6' } })
    .jpeg()
    .withExif({ IFD0: { ImageDescription: 'La sala de espera', Artist: 'Ana Ruiz' } })
    .toBuffer();
  await enter('/admin/files');
  await page.locator('main input[type=file]').setInputFiles({ name: 'sala.jpg', mimeType: 'image/jpeg', buffer });
  await page.locator('#files').getByRole('link', { name: 'sala.jpg' }).tap();

  await test.step('what is written in it is offered, and saved only when it is taken', async () => {
    const spanish = page.getByRole('form', { name: 'Español (original)' });
    const alt = spanish.getByLabel('Texto alternativo', { exact: true });
    await expect(spanish.getByText('La imagen trae escrito: «La sala de espera»')).toHaveCount(2);
    await expect(alt).toHaveValue('');
    await spanish.getByRole('button', { name: 'Usarlo en «Texto alternativo»' }).tap();
    await expect(alt).toHaveValue('La sala de espera');
    await expect(alt).toBeFocused();
    await spanish.getByRole('button', { name: 'Guardar los textos' }).tap();
    await expect(page.getByText('Los textos se guardaron.')).toBeVisible();
    await expect(spanish.getByRole('button', { name: 'Usarlo en «Texto alternativo»' })).toHaveCount(0);
  });

  await test.step('a tap and an arrow move the focal point, and the cuts follow', async () => {
    const section = page.getByRole('region', { name: 'Punto focal' });
    const picture = section.locator('form img');
    await picture.scrollIntoViewIfNeeded();
    const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
    await picture.tap({ position: { x: width * 0.21, y: height * 0.79 } });
    const across = section.getByRole('slider', { name: 'De izquierda a derecha' });
    await expect(across).toHaveValue('2');
    await expect(section.getByRole('slider', { name: 'De arriba abajo' })).toHaveValue('8');
    await across.press('ArrowLeft');
    await expect(across).toHaveValue('1');
    const cut = section.getByRole('list', { name: 'Recortes' }).locator('img').first();
    await expect(cut).toHaveCSS('object-position', '10% 80%');
    await section.getByRole('button', { name: 'Guardar el punto focal' }).tap();
    await expect(page.getByText('El punto focal se guardó.')).toBeVisible();
    await expect(across).toHaveValue('1');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await expectNoViolations(page);
  });
});
