import { expect, test } from 'vitest';
import config from '#site-config';
import { writeRobots } from './sitemap.ts';

test('everything may be read but the admin, the API and search results, in every form of their addresses', () => {
  const lines = writeRobots(config, 'https://example.org').split('\n');
  for (const path of ['/admin', '/es/admin', '/en/admin', '/search', '/es/search', '/en/search', '/api/']) {
    expect(lines).toContain(`Disallow: ${path}`);
  }
  expect(lines).not.toContain('Disallow: /');
  expect(lines).toContain('Sitemap: https://example.org/sitemap.xml');
});
