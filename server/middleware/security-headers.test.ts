import { expect, test } from 'vitest';
import { createTestApp } from '../testing/create-test-app.ts';

const HTTPS = 'https://example.org';

test.each([
  [undefined, 'max-age=31536000; includeSubDomains'],
  ['subdomains', 'max-age=31536000; includeSubDomains'],
  ['host', 'max-age=31536000'],
  ['off', null],
] as const)('with HSTS for %s, an https site sends %s', async (hsts, expected) => {
  const { get } = createTestApp({ origin: HTTPS, ...(hsts && { hsts }) });
  for (const path of ['/faq', '/nothing']) {
    expect((await get(path)).headers.get('strict-transport-security')).toBe(expected);
  }
});

test('a site on http sends no HSTS', async () => {
  const { get } = createTestApp({ hsts: 'subdomains' });
  expect((await get('/faq')).headers.has('strict-transport-security')).toBe(false);
});
