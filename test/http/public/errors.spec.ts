import { expect, test } from '../../helpers/servers/served-test.ts';

const noRoute = (path: string) => `Page not found: ${path}`;
const refused = (path: string) => `Page Not Found: ${path}`;

/** Addresses that do not exist, with the JSON error message. */
const MISSING: [path: string, message: string][] = [
  ['/unknown', noRoute('/unknown')],
  ['/en/unknown?a=1&b=2', noRoute('/en/unknown?a=1&b=2')],
  ['/unknown/type', noRoute('/unknown/type')],
  ['/es/un/known/path', noRoute('/es/un/known/path')],
  ['/en/un/known/path', noRoute('/en/un/known/path')],
  ['/fr', noRoute('/fr')],
  ['/estudios/unknown', refused('/estudios/unknown')],
  ['/en/studies/unknown', refused('/en/studies/unknown')],
  ['/en/studies?page=0', refused('/en/studies')],
  ['/en/studies?page=999', refused('/en/studies')],
  ['/estudios?page=uno', refused('/estudios')],
  ['/estudios?tag=unknown', refused('/estudios')],
  ['/search?q=torax&page=99', refused('/search')],
  ['/%E0%A4%A', noRoute('/%E0%A4%A')],
  ['/en/studies/%E0%A4%A', refused('/en/studies/%E0%A4%A')],
  ['/en/studies/a%00b', refused('/en/studies/a%00b')],
  ['/assets/unknown.js', noRoute('/assets/unknown.js')],
  ['/media/unknown/original', noRoute('/media/unknown/original')],
  ['/builds/meta/unknown.json', noRoute('/builds/meta/unknown.json')],
  ['/locales/fr/common.json', noRoute('/locales/fr/common.json')],
];

for (const [path, message] of MISSING) {
  test(`${path} is not found, and a program is told why`, async ({ request, reader }) => {
    const forProgram = await request.get(path, { headers: { Accept: 'application/json' }, maxRedirects: 0 });
    expect(forProgram.status()).toBe(404);
    expect(forProgram.headers()['content-type']).toContain('application/json');
    expect(await forProgram.json()).toEqual({ statusCode: 404, message });

    const forPerson = await request.get(path, { headers: { Accept: 'text/html' }, maxRedirects: 0 });
    expect(forPerson.status()).toBe(404);
    const text = await forPerson.text();
    expect(text).not.toMatch(/\bat \w+ \(|node_modules|Error:/);
    if (!forPerson.headers()['content-type']?.startsWith('text/html')) return;
    const facts = await reader.read(text);
    expect(facts).toMatchObject({
      lang: path.startsWith('/en') ? 'en-US' : 'es-MX',
      headings: ['404'],
      robots: 'noindex',
      canonical: [],
    });
    expect(facts.links).toContain('/');
    // The site's header leads on, and so does its search.
    expect(text).toMatch(path.startsWith('/en') ? /<form[^>]* action="\/en\/search"/ : /<form[^>]* action="\/search"/);
  });
}

test('a path that is far too long is not found', async ({ request }) => {
  const response = await request.get(`/en/studies/${'a'.repeat(3000)}`);
  expect(response.status()).toBe(404);
});

test('what is not a reading method is refused', async ({ request }) => {
  const response = await request.post('/faq', { data: { a: 1 } });
  expect(response.status()).toBe(405);
  expect(response.headers().allow).toBe('GET, HEAD');
});
