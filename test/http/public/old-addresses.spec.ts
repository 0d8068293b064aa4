import { GUIDE, GUIDE_PATH } from '../../helpers/data-folders/guide.ts';
import { readItem, writeItems } from '../../helpers/data-folders/write-items.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/plain-item-test.ts';
import type { PlainBrowser } from '../../helpers/requests/plain-browser.ts';

interface Slugs {
  es: string;
  en: string;
}

test('an address that changed leads to the new one for good, also after two items changed places', async ({
  openPlain,
  site,
  publish,
}) => {
  await writeItems(site.dataDir, [GUIDE]);
  await publish(GUIDE_PATH);
  await publish(ARTICLE_PATH);
  const ana = await openPlain('Ana', GUIDE_PATH);
  const answer = async (path: string) => {
    const { status, headers } = await fetch(site.origin + path, { redirect: 'manual' });
    return status === 200 ? 200 : `${status} ${headers.get('location')?.replace(site.origin, '')}`;
  };
  const title = async (path: string) => /<h1[^>]*>([^<]+)/.exec(await (await fetch(site.origin + path)).text())?.[1];
  /** @param warning what the checks say of addresses that another item had */
  const move = async (id: string, slugs: Slugs, warning?: string) => {
    await writeSlugs(site.dataDir, id, slugs);
    await publishAll(ana, id, warning);
  };

  await move('guia', { es: 'antes', en: 'before' });
  expect(await answer('/articulos/guia')).toBe('301 /articulos/antes');
  expect(await answer('/en/articles/guide')).toBe('301 /en/articles/before');
  await move('guia', { es: 'primero', en: 'first' });
  for (const old of ['guia', 'antes']) expect(await answer(`/articulos/${old}`)).toBe('301 /articulos/primero');
  for (const old of ['guide', 'before']) expect(await answer(`/en/articles/${old}`)).toBe('301 /en/articles/first');

  // The guide and the article on fasting swap addresses, using a temporary one.
  await move('guia', { es: 'entretanto', en: 'meanwhile' });
  await move('ayuno', { es: 'primero', en: 'first' }, 'Esta dirección fue de «Guía del estudio»');
  await move('guia', { es: 'ayuno', en: 'fasting' }, 'Esta dirección fue de «El ayuno antes del estudio»');
  expect(await title('/articulos/primero')).toBe('El ayuno antes del estudio');
  expect(await title('/articulos/ayuno')).toBe('Guía del estudio');
  expect(await title('/en/articles/first')).toBe('Fasting before the exam');
  expect(await title('/en/articles/fasting')).toBe('A guide to the exam');
  for (const old of ['guia', 'antes', 'entretanto']) {
    expect(await answer(`/articulos/${old}`)).toBe('301 /articulos/ayuno');
  }
  for (const old of ['guide', 'before', 'meanwhile']) {
    expect(await answer(`/en/articles/${old}`)).toBe('301 /en/articles/fasting');
  }
});

/** Gives an item other addresses than those that are public. */
async function writeSlugs(dataDir: string, id: string, slugs: Slugs): Promise<void> {
  const item = await readItem(dataDir, id);
  const { es, en } = item.languages;
  if (!es || !en) throw new Error('The item has both languages');
  const changed = (language: typeof es, slug: string) => ({ ...language, slug, state: 'changed' as const });
  await writeItems(dataDir, [{ ...item, languages: { es: changed(es, slugs.es), en: changed(en, slugs.en) } }]);
}

async function publishAll(ana: PlainBrowser, id: string, warning: string | undefined): Promise<void> {
  await ana.open(`${ARTICLE_PATH.replace(/[^/]+$/, id)}/publish`);
  await ana.press('Publicar');
  if (warning !== undefined) {
    expect(ana.page.one('alert').text).toContain(warning);
    await ana.press('Publicar de todos modos');
  }
  expect(ana.page.all('status').map(({ text }) => text)).toContain('Publicado.');
}
