import { expect, test } from 'vitest';
import { testConfig } from '../../test/helpers/content/create-content-site.ts';
import { itemPath, listingPath, typeOfSegment } from './content-paths.ts';

test.each([
  ['es', 'notice', 'x', 'uno', '/notice-es/uno'],
  ['en', 'notice', 'x', 'one', '/en/notice-en/one'],
  ['es', 'pages', 'home', 'home', '/'],
  ['en', 'pages', 'home', 'home', '/en'],
  ['en', 'pages', 'about', 'about', '/en/about'],
  ['es', 'faqs', 'x', 'cuanto', '/faq#cuanto'],
  ['en', 'faqs', 'x', 'how', '/en/faq#how'],
])('in %s the %s item %s with the slug %s stands at its path', (locale, type, itemId, slug, path) => {
  expect(itemPath(testConfig, locale, { type, itemId, slug })).toBe(path);
});

test('a listing stands at the segment of its type; pages and questions have none', () => {
  expect(listingPath(testConfig, 'en', 'notice')).toBe('/en/notice-en');
  expect(() => listingPath(testConfig, 'en', 'faqs')).toThrow(RangeError);
  expect(() => listingPath(testConfig, 'en', 'nothing')).toThrow(RangeError);
});

test('a segment and a key both name a type; the segment is its address', () => {
  expect(typeOfSegment(testConfig, 'es', 'notice-es')).toMatchObject({ type: { key: 'notice' }, canonical: true });
  expect(typeOfSegment(testConfig, 'es', 'notice')).toMatchObject({ type: { key: 'notice' }, canonical: false });
  expect(typeOfSegment(testConfig, 'es', 'notice-en')).toBeUndefined();
  expect(typeOfSegment(testConfig, 'es', 'pages')).toBeUndefined();
});
