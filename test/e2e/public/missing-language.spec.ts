import type { APIRequestContext } from '@playwright/test';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { expect, test } from '../../helpers/browser/site-test.ts';
import { findMentions } from '../../helpers/requests/find-mentions.ts';
import type { DocumentReader } from '../../helpers/requests/read-document.ts';

async function read(request: APIRequestContext, reader: DocumentReader, path: string) {
  return reader.read(await (await request.get(path)).text());
}

test('a study that exists only in Spanish (notice)', async ({ page, baseURL, request, reader }) => {
  const own = '/estudios/radiografia-panoramica-dental';
  const shown = '/en/studies/radiografia-panoramica-dental';

  await test.step('is shown in English with a notice, and is not for search engines there', async () => {
    await page.goto(shown);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
    await expect(page.getByRole('article').first()).toHaveAttribute('lang', 'es-MX');
    const notice = page.getByRole('note').filter({ hasText: 'For now, this text exists only in Spanish.' });
    await expect(notice).toHaveAttribute('lang', 'en-US');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Radiografía panorámica dental');
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', baseURL + own);
    await expect(page.locator('link[hreflang]')).toHaveCount(0);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Exams' })).toBeVisible();
  });

  await test.step('is what the switch leads to and from', async () => {
    await page.goto(own);
    await page.getByRole('link', { name: 'English' }).click();
    await expect(page).toHaveURL(shown);
    await page.getByRole('link', { name: 'Español' }).click();
    await expect(page).toHaveURL(own);
    await expect(page.getByRole('note').filter({ hasText: /existe por ahora/ })).toHaveCount(0);
  });

  await test.step('is in the lists, the feed and the search of English, marked as Spanish, and not in its sitemap', async () => {
    const places = {
      listing: '/en/studies?tag=dental',
      search: '/en/search?q=panoramica',
      feed: '/en/feed.xml',
      sitemap: '/en/sitemap.xml',
      'whole sitemap': '/sitemap.xml',
    };
    expect(await findMentions(request, reader, places, shown)).toEqual({
      listing: true,
      search: true,
      feed: true,
      sitemap: false,
      'whole sitemap': false,
    });
    await page.goto(places.listing);
    const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: /panorámica dental/ }) });
    await expect(card).toHaveAttribute('lang', 'es-MX');
    await expect(card.getByText('In Spanish')).toBeVisible();
    await page.goto(places.search);
    const result = page.locator('[lang=es-MX]').filter({ has: page.getByRole('link', { name: /panorámica dental/i }) });
    await expect(result).toHaveCount(1);
  });
});

test('an article that exists only in one language (not-found)', async ({ page, request }) => {
  for (const { own, other, switchTo, name } of [
    {
      own: '/articulos/que-llevar-a-su-cita',
      other: '/en/articles/que-llevar-a-su-cita',
      switchTo: '/en',
      name: 'English',
    },
    {
      own: '/en/articles/imaging-while-traveling',
      other: '/articulos/imaging-while-traveling',
      switchTo: '/es',
      name: 'Español',
    },
  ]) {
    await test.step(`${own} is not found in the other, and the switch leads to its home`, async () => {
      const missing = await request.get(other, { headers: { Accept: 'application/json' } });
      expect(missing.status()).toBe(404);
      expect(await missing.json()).toEqual({ statusCode: 404, message: `Page Not Found: ${other}` });
      await page.goto(own);
      await expect(page.locator('link[hreflang]')).toHaveCount(0);
      const link = page.getByRole('banner').getByRole('link', { name });
      await expect(link).toHaveAttribute('title', /\S/);
      await link.click();
      await expect(page).toHaveURL(switchTo);
    });
  }
});

test('a news item that exists only in Spanish (listing)', async ({ page, request, reader }) => {
  const facts = await read(request, reader, '/noticias');
  const own = facts.links.find((href) => href.startsWith('/noticias/') && /feria|tlaquepaque/.test(href)) ?? '';
  const other = own.replace('/noticias/', '/en/news/');

  await test.step('leads to the listing in English, and the switch goes there', async () => {
    const response = await request.get(other, { maxRedirects: 0 });
    expect([response.status(), response.headers().location]).toEqual([302, '/en/news']);

    await page.goto(own);
    await page.getByRole('link', { name: 'English' }).click();
    await expect(page).toHaveURL('/en/news');
    await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();

    const places = {
      listing: '/en/news',
      search: '/en/search?q=feria',
      feed: '/en/feed.xml',
      sitemap: '/en/sitemap.xml',
    };
    expect(await findMentions(request, reader, places, other)).toEqual({
      listing: false,
      search: false,
      feed: false,
      sitemap: false,
    });
  });

  await test.step('leads to the listing on a client navigation too', async () => {
    await page.goto('/en/about');
    await hydrated(page);
    await page.evaluate((href) => history.pushState({ key: 'x' }, '', href), other);
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate', { state: { key: 'x' } })));
    await expect(page).toHaveURL('/en/news');
    await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
  });
});
