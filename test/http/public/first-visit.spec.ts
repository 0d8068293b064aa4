import { expect, test } from '../../helpers/servers/served-test.ts';

const YEAR = 365 * 24 * 60 * 60;
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

interface Visit {
  name: string;
  path?: string;
  headers: { [name: string]: string };
  status: number;
  location?: string;
  /** The language in the cookie. */
  remembers?: string;
}

const english = { 'Accept-Language': 'en-GB,en;q=0.8' };
const spanish = { 'Accept-Language': 'es-AR,es;q=0.9,en;q=0.5' };

const VISITS: Visit[] = [
  { name: 'an English browser', headers: english, status: 302, location: '/en', remembers: 'en' },
  { name: 'a Spanish browser', headers: spanish, status: 200, remembers: 'es' },
  {
    name: 'a browser of neither language',
    headers: { 'Accept-Language': 'fr,de;q=0.5' },
    status: 200,
    remembers: 'es',
  },
  { name: 'a client without a preference', headers: { 'Accept-Language': '*' }, status: 200 },
  {
    name: 'an English browser with Spanish remembered',
    headers: { ...english, Cookie: 'meki_locale=es' },
    status: 200,
  },
  {
    name: 'a Spanish browser with English remembered',
    headers: { ...spanish, Cookie: 'other=1; meki_locale=en' },
    status: 302,
    location: '/en',
  },
  {
    name: 'an English browser with nonsense remembered',
    headers: { ...english, Cookie: 'meki_locale=xx' },
    status: 302,
    location: '/en',
    remembers: 'en',
  },
  {
    name: 'an English browser with a query',
    path: '/?a=1',
    headers: english,
    status: 302,
    location: '/en?a=1',
    remembers: 'en',
  },
  { name: 'a crawler that prefers English', headers: { ...english, 'User-Agent': CRAWLER }, status: 200 },
  { name: 'an English browser at an explicit prefix', path: '/es', headers: english, status: 200 },
  { name: 'an English browser at another page', path: '/faq', headers: english, status: 200 },
  { name: 'a Spanish browser at an English page', path: '/en/faq', headers: spanish, status: 200 },
  {
    name: 'a visitor who comes from an English page',
    headers: { ...spanish, Referer: 'ORIGIN/en/faq' },
    status: 302,
    location: '/en',
    remembers: 'en',
  },
  {
    name: 'a visitor who comes from a Spanish page',
    headers: { ...english, Referer: 'ORIGIN/faq' },
    status: 200,
    remembers: 'es',
  },
  {
    name: 'a visitor who comes from another site',
    headers: { ...english, Referer: 'https://example.org/faq' },
    status: 302,
    location: '/en',
    remembers: 'en',
  },
  {
    name: 'a visitor who follows the switch to Spanish',
    path: '/es/faq',
    headers: { ...english, Referer: 'ORIGIN/en/faq', Cookie: 'meki_locale=en' },
    status: 200,
    remembers: 'es',
  },
];

for (const { name, path = '/', headers, status, location, remembers } of VISITS) {
  test(`${name} at ${path}: ${status}${location ? ` to ${location}` : ''}${remembers ? `, remembered ${remembers}` : ''}`, async ({
    request,
    baseURL,
  }) => {
    const { Referer, ...others } = headers;
    const referrer = Referer === undefined ? {} : { Referer: Referer.replace('ORIGIN', baseURL ?? '') };
    const response = await request.get(path, { maxRedirects: 0, headers: { ...others, ...referrer } });
    expect(response.status()).toBe(status);
    expect(response.headers().location).toBe(location);
    const cookie = response.headers()['set-cookie'];
    if (remembers === undefined) expect(cookie).toBeUndefined();
    else expect(cookie).toBe(`meki_locale=${remembers}; Path=/; Max-Age=${YEAR}; SameSite=Lax`);
    if (path === '/') {
      expect(response.headers()['cache-control']).toContain('private');
      if (status === 200) expect(response.headers().vary).toMatch(/Accept-Language/i);
    }
  });
}
