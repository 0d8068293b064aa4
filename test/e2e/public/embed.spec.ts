import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../../helpers/browser/site-test.ts';

/** A page of another website, whose policy allows the script and its requests, and nothing else. */
async function serveElsewhere(site: string, tags: string[]) {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader(
      'Content-Security-Policy',
      `default-src 'none'; img-src data:; script-src ${site}; connect-src ${site}`,
    );
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    response.end(
      `<!DOCTYPE html><html lang="en"><link rel="icon" href="data:,"><title>Elsewhere</title><body>${tags.join('')}`,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

test('another website shows the newest items with one tag, in the visitor’s colours', async ({
  page,
  expected,
  baseURL,
}) => {
  const site = baseURL ?? '';
  expected.problem(/The latest items could not be shown|answer 400|status of 400/);
  const tag = (settings: string) => `<script async src="${site}/embed/latest.js" ${settings}></script>`;
  const elsewhere = await serveElsewhere(site, [
    tag('data-language="es" data-type="news" data-count="3"'),
    tag('data-language="en" data-theme="light"'),
    tag('data-language="xx"'),
  ]);
  try {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(elsewhere.origin);
    const news = page.getByRole('region', { name: 'Noticias de Meki Imagen' });
    await expect(news.getByRole('listitem')).toHaveCount(3);
    await expect(news).toHaveAttribute('lang', 'es-MX');
    const all = page.getByRole('region', { name: 'Latest from Meki Imaging' });
    await expect(all.getByRole('listitem')).toHaveCount(5);
    await expect(page.getByRole('region')).toHaveCount(2);
    const colorOf = (place: typeof news) => place.evaluate((element) => getComputedStyle(element).color);
    expect(await colorOf(news), 'light on dark').toBe('rgb(231, 239, 237)');
    expect(await colorOf(all), 'always dark on light').toBe('rgb(18, 40, 43)');
    const link = news.getByRole('listitem').first().getByRole('link');
    const title = await link.textContent();
    await expect(link).toHaveAttribute('href', new RegExp(`^${site}/noticias/`));
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
  } finally {
    elsewhere.close();
  }
});
