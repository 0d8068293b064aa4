import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { expect, test } from '../../helpers/browser/site-test.ts';

/** Two frames, the first of which is dark. */
function animation(): Promise<Buffer> {
  const pixels = Uint8Array.from({ length: 120 * 160 * 3 }, (_, index) => (index < 120 * 80 * 3 ? 20 : 200));
  return sharp(pixels, { raw: { width: 120, height: 160, channels: 3, pageHeight: 80 } })
    .gif({ loop: 0, delay: [300, 300] })
    .toBuffer();
}

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24"><path d="M0 0h24v24z"/></svg>';

const MARKDOWN = [
  '[a otra](item:destino#Más-datos) y [aquí](#m%C3%A1s-datos)',
  ...Array.from({ length: 30 }, (_, index) => `Párrafo ${index}.`),
  '## Más datos',
  'Texto.',
  '![Una articulación que se mueve](anim.gif "Al pie")',
  '![Un signo](icon.svg)',
  ...['Meki messages', 'Meki theme', 'Content'].map((words) => `## ${words}`),
].join('\n\n');

test('a text has links to headings, animations that can be stopped, and drawings of their own size', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite({});
  const folder = join(site.dataDir, 'texts');
  await mkdir(folder);
  await writeFile(join(folder, 'anim.gif'), await animation());
  await writeFile(join(folder, 'icon.svg'), ICON);
  for (const id of ['origen', 'destino']) {
    const languages = { es: { title: id, slug: id, body: { markdown: MARKDOWN } } };
    await writeFile(
      join(folder, `${id}.json`),
      JSON.stringify({ id, type: 'articles', sourceLanguage: 'es', languages }),
    );
  }
  await site.meki('import', folder);
  await page.goto(`${site.origin}/articulos/origen`);
  const heading = page.getByRole('heading', { name: 'Más datos' });

  await test.step('links lead to headings, however they are written', async () => {
    await page.getByRole('link', { name: 'aquí' }).click();
    await expect(heading).toBeInViewport();
    await page.getByRole('link', { name: 'a otra' }).click();
    await expect(page).toHaveURL(/\/articulos\/destino#mas-datos$/);
    await expect(heading).toBeInViewport();
  });

  await test.step('a heading, however it reads, takes the place of nothing that the page needs', async () => {
    await page.reload();
    await hydrated(page);
    const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
    expect(ids).toEqual([...new Set(ids)]);
  });

  const moving = page.locator('figure img[src$="/original"][alt^="Una"]');
  const still = page.locator('figure picture img[alt^="Una"]');
  await test.step('an animation moves until it is stopped', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await moving.scrollIntoViewIfNeeded();
    await expect(moving).toBeVisible();
    await expect(still).toBeHidden();
    const control = page.getByRole('checkbox', { name: 'Pausar la animación' });
    await control.press('Space');
    await expect(still).toBeVisible();
    await expect(moving).toBeHidden();
    await control.press('Space');
    await expect(moving).toBeVisible();
  });

  await test.step('whoever asked for less motion sees it still, and a link to it', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect(still).toBeVisible();
    await expect(moving).toBeHidden();
    await expect(page.getByRole('checkbox')).toBeHidden();
    await expect(page.getByRole('link', { name: 'Ver la animación' })).toHaveAttribute('href', /\/original$/);
  });

  await test.step('a sign is not blown up', async () => {
    const sign = page.getByRole('img', { name: 'Un signo' });
    expect(await sign.boundingBox()).toMatchObject({ width: 24, height: 24 });
  });
});
