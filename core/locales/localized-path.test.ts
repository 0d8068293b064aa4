import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testConfig } from '../../test/helpers/content/create-content-site.ts';
import { localizePath, splitLocale, urlForms } from './localized-path.ts';

test.each([
  ['/', 'es', '/', false],
  ['/es', 'es', '/', true],
  ['/en', 'en', '/', true],
  ['/en/faq', 'en', '/faq', true],
  ['/english', 'es', '/english', false],
  ['/estudios/en', 'es', '/estudios/en', false],
])('%s is in %s the page %s', (pathname, locale, path, explicit) => {
  expect(splitLocale(testConfig, pathname)).toEqual({ locale, path, explicit });
});

test('a page is found again in its language from each of its addresses', () => {
  const part = fc.stringMatching(/^[a-z]{3,8}$/);
  fc.assert(
    fc.property(fc.array(part, { maxLength: 3 }), fc.constantFrom('es', 'en'), (parts, locale) => {
      const path = `/${parts.join('/')}`;
      expect(splitLocale(testConfig, localizePath(testConfig, locale, path))).toMatchObject({ locale, path });
      for (const form of urlForms(testConfig, path)) expect(splitLocale(testConfig, form).path).toBe(path);
    }),
  );
});
