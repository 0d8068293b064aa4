import { describe, expect, test } from 'vitest';
import site from '#site-config';
import { createTestApp } from '../testing/create-test-app.ts';
import { createLanguageChooser } from './choose-language.ts';

const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const ENGLISH = { ...BROWSER, 'accept-language': 'en-US,en;q=0.9' };
const SPANISH = { ...BROWSER, 'accept-language': 'es-MX' };
const CLICK = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

const FROM_SPANISH = { referer: 'http://localhost:3000/faq' };

async function visit(path: string, headers: { [name: string]: string }, origin = 'http://localhost:3000') {
  const response = await createTestApp({ origin }).get(path, headers);
  return {
    status: response.status,
    location: response.headers.get('location'),
    cookie: response.headers.get('set-cookie'),
    cacheControl: response.headers.get('cache-control'),
    vary: response.headers.get('vary'),
  };
}

describe('the first visit to /', () => {
  test('leads a reader of English to /en, and remembers that for 365 days', async () => {
    const answer = await visit('/?utm=1', ENGLISH);
    expect(answer).toMatchObject({ status: 302, location: '/en?utm=1', cacheControl: 'private, no-store' });
    expect(answer.cookie).toBe('meki_locale=en; Path=/; Max-Age=31536000; SameSite=Lax');
    expect(answer.vary).toBe('Cookie, Accept-Language');
  });

  test('keeps a reader of Spanish, and remembers that', async () => {
    const answer = await visit('/', SPANISH);
    expect(answer).toMatchObject({ status: 200, cacheControl: 'private, max-age=0, must-revalidate' });
    expect(answer.cookie).toContain('meki_locale=es;');
    expect(answer.vary).toBe('Accept-Encoding, Save-Data, Cookie, Accept-Language');
  });

  test('sets a cookie for HTTPS alone where the site has it', async () => {
    expect((await visit('/', ENGLISH, 'https://example.org')).cookie).toMatch(/; Secure$/);
  });

  test.each([
    [
      'a crawler',
      { ...ENGLISH, 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    ],
    ['a client without a preference', BROWSER],
  ])('leaves %s where it is', async (_who, headers) => {
    expect(await visit('/', headers)).toMatchObject({ status: 200, cookie: null });
  });
});

describe('a later visit to /', () => {
  test('leads to the remembered language', async () => {
    const toEnglish = await visit('/', { ...SPANISH, cookie: 'a=b; meki_locale=en' });
    expect(toEnglish).toMatchObject({ status: 302, location: '/en', cookie: null });
    const toSpanish = await visit('/', { ...ENGLISH, cookie: 'meki_locale=es' });
    expect(toSpanish).toMatchObject({ status: 200, cookie: null });
  });

  test.each([
    ['a link', { ...CLICK, referer: 'http://localhost:3000/faq' }, 200, null],
    ['a link on an English page', { ...CLICK, referer: 'http://localhost:3000/en/nowhere' }, 302, '/en'],
    ['a link in a browser that only sends a referrer', { referer: 'http://localhost:3000/faq' }, 200, null],
  ])('from within the site, by %s, stays in the language of the page', async (_how, headers, status, location) => {
    for (const remembered of ['es', 'en']) {
      const answer = await visit('/', { ...ENGLISH, cookie: `meki_locale=${remembered}`, ...headers });
      expect(answer).toMatchObject({ status, location, cookie: null });
    }
  });

  test('from another site that only looks like this one is not from within', async () => {
    const headers = { ...ENGLISH, referer: 'http://localhost:3000.evil.example/' };
    expect(await visit('/', headers)).toMatchObject({ status: 302 });
  });
});

describe('an address with a prefix', () => {
  test('always wins', async () => {
    expect(await visit('/es/faq', { ...ENGLISH, cookie: 'meki_locale=en' })).toMatchObject({
      status: 200,
      cookie: null,
    });
    expect(await visit('/en', { ...SPANISH, cookie: 'meki_locale=es' })).toMatchObject({ status: 200, cookie: null });
  });

  test('is remembered when a visitor goes to it from within the site, in a private answer', async () => {
    const answer = await visit('/en/faq', { ...SPANISH, ...CLICK, ...FROM_SPANISH, cookie: 'meki_locale=es' });
    expect(answer).toMatchObject({ status: 200, cacheControl: 'private, max-age=0, must-revalidate' });
    expect(answer.cookie).toContain('meki_locale=en;');
    expect((await visit('/en/faq', { ...CLICK, ...FROM_SPANISH, cookie: 'meki_locale=en' })).cookie).toBeNull();
  });
});

describe('a language without a home page', () => {
  const ROOT = { pathname: '/', locale: 'es', explicit: false };
  const choose = createLanguageChooser(site, 'http://localhost:3000');
  const chooseWithout = (closed: string[], headers: { [name: string]: string }) =>
    choose(ROOT, (name) => headers[name], closed);

  test.each([
    ['prefers it', ENGLISH],
    ['chose it', { ...BROWSER, cookie: 'meki_locale=en' }],
    ['comes from a page in it', { ...ENGLISH, ...CLICK, referer: 'http://localhost:3000/en/faq' }],
  ])('is not where / leads a visitor who %s, and nothing is stored instead', (_who, headers) => {
    expect(chooseWithout([], headers)).toMatchObject({ redirectTo: 'en' });
    expect(chooseWithout(['en'], headers)).toEqual({});
  });
});

describe('an address without a prefix', () => {
  test('says nothing of the language to a visitor who already reads it, or comes from elsewhere', async () => {
    expect(await visit('/faq', { ...ENGLISH, ...CLICK, ...FROM_SPANISH })).toMatchObject({ status: 200, cookie: null });
    expect(await visit('/faq', { ...ENGLISH, cookie: 'meki_locale=en' })).toMatchObject({ status: 200, cookie: null });
  });

  test('is a choice of its language for a visitor who comes from a page of another', async () => {
    const fromEnglish = { ...CLICK, referer: 'http://localhost:3000/en/faq', cookie: 'meki_locale=en' };
    expect((await visit('/faq', { ...ENGLISH, ...fromEnglish })).cookie).toContain('meki_locale=es;');
  });

  test.each([
    ['a script', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['a prefetch', { 'sec-purpose': 'prefetch' }],
  ])('is no choice when asked for by %s', async (_who, headers) => {
    const fromEnglish = { ...CLICK, referer: 'http://localhost:3000/en/faq', cookie: 'meki_locale=en', ...headers };
    expect(await visit('/faq', { ...ENGLISH, ...fromEnglish })).toMatchObject({ status: 200, cookie: null });
  });
});
