import { expect, test } from 'vitest';
import { siteUrlWarning } from './site-url-warning.ts';

const url = 'https://example.org';

test('in production, a site that is served with another base URL than its own is a problem for search engines', () => {
  expect(siteUrlWarning({ url }, { origin: 'http://localhost:3000', mode: 'production' })).toBe(
    'SEO: localized addresses begin with the base URL http://localhost:3000, but the site URL is https://example.org. Set MEKI_ORIGIN=https://example.org, or change "url" in site.config.ts.',
  );
});

test.each([
  ['with the same URL', { url }, { origin: url, mode: 'production' as const }],
  ['without a site URL', {}, { origin: 'http://localhost:3000', mode: 'production' as const }],
  ['in development', { url }, { origin: 'http://localhost:3000', mode: 'development' as const }],
])('%s there is nothing to say', (_, config, served) => {
  expect(siteUrlWarning(config, served)).toBeUndefined();
});
