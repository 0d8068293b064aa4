import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { articleOf, readItem, writeItems } from '../../helpers/data-folders/write-items.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE, ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

const LIST = '/admin/items/topics';

test('a topic is made of a tag of the file, renamed and published; another one is created from an item; both by keyboard', async ({
  openAs,
  site,
  publish,
  cookieOf,
}) => {
  await writeItems(site.dataDir, [{ ...ARTICLE, tags: ['chest'] }]);
  await publish(ARTICLE_PATH);
  const page = await openAs('Ana', LIST);
  await expectNoViolations(page);
  const ofFile = page.getByRole('region', { name: 'Temas del archivo que aún no tienen página' });
  await ofFile.getByRole('button', { name: 'Tórax' }).focus();
  await page.keyboard.press('Enter');
  const editor = createEditorPage(page);
  const title = editor.column('es').getByLabel('Título', { exact: true });
  await expect(title).toHaveValue('Tórax');
  await title.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('El pecho');
  await editor.expectSaved();
  await expect(page.getByLabel('Firma')).toHaveCount(0);
  const headers = { cookie: await cookieOf('Ana'), origin: site.origin };
  // It has no description, which is warned of.
  const body = new URLSearchParams({ intent: 'publish', item: 'chest', language: 'es', warnings: 'accept' });
  await fetch(site.origin + LIST, { method: 'POST', headers, body });
  await expect(async () => {
    expect(await (await fetch(`${site.origin}/articulos/ayuno`)).text()).toContain('El pecho');
  }).toPass();

  await editor.open('articles/ayuno');
  await page.getByRole('button', { name: 'Datos y portada' }).press('Enter');
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('checkbox', { name: 'El pecho' })).toBeChecked();
  await sheet.getByLabel('Tema nuevo').fill('Ayuno y agua');
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('checkbox', { name: 'Ayuno y agua' })).toBeChecked();
  await expectNoViolations(page);
  await expect(async () => {
    expect((await readItem(site.dataDir, 'ayuno')).tags).toEqual(['chest', 'ayuno-y-agua']);
  }).toPass();
  expect((await readItem(site.dataDir, 'ayuno-y-agua')).languages.es).toMatchObject({ title: 'Ayuno y agua' });
  await page.goto('/admin/items/articles?tag=ayuno-y-agua');
  await expect(page.getByLabel('Tema', { exact: true }).first()).toHaveValue('ayuno-y-agua');
  await expect(page.getByRole('link', { name: ARTICLE.languages.es?.title ?? '' }).first()).toBeVisible();
});

test('a topic is merged with another one, and that one removed, by keyboard and on a phone', async ({
  openAs,
  site,
  publish,
}) => {
  const topic = (id: string, title: string) => {
    const text = { title, slug: id, paragraphs: [title] };
    return { ...articleOf(id, { es: text, en: text }), type: 'topics' };
  };
  await writeItems(site.dataDir, [
    { ...ARTICLE, tags: ['pecho'] },
    topic('pecho', 'Pecho'),
    topic('pulmones', 'Pulmones'),
  ]);
  for (const path of [ARTICLE_PATH, `${LIST}/pecho`, `${LIST}/pulmones`]) await publish(path);
  const page = await openAs('Ana', LIST);
  await page.getByRole('button', { name: 'Acciones de «Pecho»' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Unir o quitar…' }).press('Enter');
  await expect(page.getByText('1 contenido tiene este tema')).toBeVisible();
  await expectNoViolations(page);
  await page.getByLabel('Qué tienen en su lugar').selectOption('Pulmones');
  await page.getByRole('button', { name: 'Unir o quitar' }).press('Enter');
  await expect(page.getByText('1 contenido tiene ahora «Pulmones».')).toBeVisible();
  const old = await fetch(`${site.origin}/temas/pecho`, { redirect: 'manual' });
  expect([old.status, old.headers.get('location')]).toEqual([301, '/temas/pulmones']);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/topics/pulmones');
  await expect(page.getByText('1 contenido tiene este tema')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Unir o quitar' }).click();
  await expect(page.getByText('1 contenido ya no tiene el tema.')).toBeVisible();
  expect((await readItem(site.dataDir, 'ayuno')).tags).toEqual([]);
  await page.getByRole('link', { name: 'Ver todos los temas' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Temas' })).toBeVisible();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a topic is merged by forms alone; an author may not', async ({ openAs, site, publish }) => {
    const languages = { es: { ...ARTICLE.languages.es, title: 'Pecho', slug: 'pecho' } } as never;
    await writeItems(site.dataDir, [
      { ...ARTICLE, tags: ['pecho'] },
      { ...ARTICLE, id: 'pecho', type: 'topics', languages },
    ]);
    await publish(ARTICLE_PATH);
    const page = await openAs('Ana', '/admin/topics/pecho');
    await page.getByLabel('Qué tienen en su lugar').selectOption('Cerebro');
    await page.getByRole('button', { name: 'Unir o quitar' }).click();
    await expect(page.getByText('1 contenido tiene ahora «Cerebro».')).toBeVisible();
    expect((await readItem(site.dataDir, 'ayuno')).tags).toEqual(['brain']);
    const other = await openAs('Tere', '/admin/topics/pecho');
    await expect(other.getByLabel('Qué tienen en su lugar')).toHaveCount(0);
  });
});
