import { readItem, writeItems } from '../../helpers/data-folders/write-items.ts';
import { ARTICLE, ARTICLE_PATH, expect, test } from '../../helpers/items/plain-item-test.ts';

const PREVIEW = `${ARTICLE_PATH}/preview`;

test('only the preview may stand in a frame, of this site alone, and nothing runs in it', async ({
  cookieOf,
  site,
}) => {
  const cookie = await cookieOf('Ana');
  const policyOf = async (path: string) =>
    (await fetch(site.origin + path, { headers: { cookie } })).headers.get('content-security-policy') ?? '';
  const framed = await policyOf(`${PREVIEW}/page`);
  expect(framed).toContain("frame-ancestors 'self'");
  expect(framed).toMatch(/sandbox (?!.*allow-scripts)/);
  for (const path of [PREVIEW, `${ARTICLE_PATH}/publish`, '/admin']) {
    expect(await policyOf(path), path).toContain("frame-ancestors 'none'");
  }
  const page = await fetch(`${site.origin}${PREVIEW}/page`, { headers: { cookie } });
  expect(await page.text()).not.toContain('<script');
});

test('drafts are for who may read them', async ({ cookieOf, site }) => {
  for (const path of [PREVIEW, `${PREVIEW}/page`, `${PREVIEW}/changes`]) {
    const stranger = await fetch(site.origin + path, { redirect: 'manual' });
    expect(stranger.status, path).toBe(302);
    const viewer = await fetch(site.origin + path, { headers: { cookie: await cookieOf('Vera') } });
    expect(viewer.status, path).toBe(403);
    expect(await viewer.text(), path).not.toContain('ayuno antes');
  }
});

test('a link that is none, or was made up, shows nothing', async ({ request }) => {
  for (const [token, status] of [
    ['x', 404],
    ['A'.repeat(43), 410],
    [`${'A'.repeat(43)}.data`, 404],
  ] as const) {
    for (const form of ['/preview', '/en/preview', '/PREVIEW']) {
      const answer = await request.get(`${form}/${token}`);
      expect(answer.status(), `${form}/${token}`).toBe(status);
    }
  }
});

test('the preview says whether what it shows is public, or something older is', async ({
  openPlain,
  publish,
  site,
}) => {
  const banner = async () => {
    const { page } = await openPlain('Tere', `${PREVIEW}/page`);
    return page.all('note').map(({ text }) => text)[0];
  };
  expect(await banner()).toBe('Borrador. Así se vería la página. Aún no es público.');
  await publish(ARTICLE_PATH);
  expect(await banner()).toBe('Borrador. Así se vería la página. Es lo que ya se ve en el sitio.');
  const item = await readItem(site.dataDir, ARTICLE.id);
  const { es } = item.languages;
  if (es)
    await writeItems(site.dataDir, [{ ...item, languages: { ...item.languages, es: { ...es, state: 'changed' } } }]);
  expect(await banner()).toBe('Borrador. Así se vería la página. En el sitio se ve todavía una versión anterior.');
});

test('the preview shows what was written until then, in the language that is asked for, and the way to it is beside the text', async ({
  openPlain,
}) => {
  const tere = await openPlain('Tere', ARTICLE_PATH);
  const tabs = tere.page.all('nav').find((nav) => nav.attribute('aria-label') === 'Partes del contenido');
  expect(tabs?.links()).toEqual(['Texto', 'Vista previa', 'Historial', 'Publicación']);
  expect(tabs?.all('a').map((link) => link.attribute('aria-current'))).toEqual([
    'page',
    undefined,
    undefined,
    undefined,
  ]);
  expect((await tere.follow('Historial')).one('h1').text).toBe('Historial: El ayuno antes del estudio');
  const framed = async () => {
    const frame = tere.page.one('iframe');
    const [language, place] = [frame.attribute('title'), frame.attribute('src') ?? ''];
    const { page } = await openPlain('Tere', place);
    return [language, page.one('h1').text];
  };
  await tere.follow('Vista previa');
  expect(await framed()).toEqual(['La página en español, como quedaría', 'El ayuno antes del estudio']);
  tere.page.field('inglés').check();
  await tere.press('Mostrar la vista previa');
  expect(await framed()).toEqual(['La página en inglés, como quedaría', 'Fasting before the exam']);
});
