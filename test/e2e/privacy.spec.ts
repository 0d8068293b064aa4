import { hydrated } from '../helpers/hydrated.ts';
import { expect, test } from '../helpers/site-test.ts';

test('a visit talks to no other origin, breaks no policy, and leaves only the choice of a language', async ({
  page,
  context,
  baseURL,
}) => {
  const origins = new Set<string>();
  context.on('request', (request) => {
    if (!request.url().startsWith('data:')) origins.add(new URL(request.url()).origin);
  });
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    addEventListener('securitypolicyviolation', (event) => {
      violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  for (const path of ['/', '/en/faq', '/estudios/doppler-carotideo', '/en/search?q=knee', '/contact']) {
    await page.goto(path);
    await hydrated(page);
    await page.getByRole('banner').getByRole('link').nth(1).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(await page.evaluate(() => (window as unknown as { violations: string[] }).violations), path).toEqual([]);
  }
  expect([...origins]).toEqual([baseURL]);
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['meki_locale']);
  const stored = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    databases: (await indexedDB.databases()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  expect(stored).toEqual({ local: [], databases: 0, workers: 0 });
});

test('a page that is not the first one visited sets no cookie', async ({ page, context }) => {
  await page.goto('/faq');
  await page.goto('/estudios');
  expect(await context.cookies()).toEqual([]);
});

test('every answer carries the headers that keep browsers careful', async ({ request, reader }) => {
  const home = await reader.read(await (await request.get('/en')).text());
  const picture = home.resources.find((href) => href.startsWith('/media/')) ?? '';
  const script = home.resources.find((href) => href.endsWith('.js')) ?? '';
  const paths = ['/en', '/unknown', '/en/search?q=a', '/studies', '/sitemap.xml', '/es/feed.xml', '/robots.txt'];
  paths.push(picture, script, '/favicon.svg', '/faq/_payload.json', '/builds/latest.json', '/healthz', '/media/x/y');
  paths.push('/locales/es/common.json', '/api/_nuxt_icon/lucide.json?icons=menu');
  for (const path of paths) {
    const headers = (await request.get(path, { maxRedirects: 0 })).headers();
    expect.soft(headers['x-content-type-options'], path).toBe('nosniff');
    expect.soft(headers['referrer-policy'], path).toBe('strict-origin-when-cross-origin');
    expect.soft(headers['permissions-policy'], path).toContain('camera=()');
    expect.soft(headers['cross-origin-opener-policy'], path).toBe('same-origin');
    expect
      .soft(headers['content-security-policy'], path)
      .toMatch(/^default-src '(self|none)'; .*frame-ancestors 'none'$/);
    expect.soft(headers.server ?? headers['x-powered-by'], path).toBeUndefined();
  }
});

for (const path of ['/', '/en/faq', '/estudios/doppler-carotideo', '/en/search?q=knee', '/unknown']) {
  test(`the policy of ${path} lets nothing run that the page did not bring`, async ({ request }) => {
    const policy = (await request.get(path)).headers()['content-security-policy'] ?? '';
    const directives = Object.fromEntries(
      policy.split('; ').map((directive) => {
        const [name = '', ...values] = directive.split(' ');
        return [name, values];
      }),
    );
    expect(directives).toMatchObject({
      'default-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'form-action': ["'self'"],
    });
    for (const source of [...(directives['script-src'] ?? []), ...(directives['style-src'] ?? [])]) {
      expect(source).toMatch(/^'(self|sha256-[\w+/=]+)'$/);
    }
  });
}

test('pages are kept by nobody without asking, files with a hash in their name for good', async ({
  request,
  reader,
}) => {
  const home = await reader.read(await (await request.get('/en')).text());
  const control = async (path: string) => (await request.get(path)).headers()['cache-control'];
  for (const path of ['/', '/en', '/faq']) expect(await control(path), path).toMatch(/max-age=0, must-revalidate/);
  const picture = home.resources.find((href) => href.startsWith('/media/')) ?? '';
  for (const path of [picture, ...home.resources.filter((href) => href.startsWith('/assets/'))]) {
    expect(await control(path), path).toMatch(/max-age=31536000, immutable/);
  }
});
