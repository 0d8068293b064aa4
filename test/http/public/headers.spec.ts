import { expect, test } from '../../helpers/servers/served-test.ts';

test('every answer carries the headers that keep browsers careful', async ({ request, reader }) => {
  const home = await reader.read(await (await request.get('/en')).text());
  const picture = home.resources.find((href) => href.startsWith('/media/')) ?? '';
  const script = home.resources.find((href) => href.endsWith('.js')) ?? '';
  const paths = ['/en', '/unknown', '/en/search?q=a', '/studies', '/sitemap.xml', '/es/feed.xml', '/robots.txt'];
  paths.push(picture, script, '/favicon.svg', '/faq/_payload.json', '/builds/latest.json', '/healthz', '/media/x/y');
  paths.push('/locales/es/common.json', '/api/_nuxt_icon/lucide.json?icons=menu', '/embed/latest.js');
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
