import { expect, test } from 'vitest';
import { islandOfTag } from './latest-items-tag.ts';

const SRC = 'https://site.example/embed/latest.js';

test('the tag asks the site that it came from for what its attributes say', () => {
  expect(islandOfTag(SRC, { language: 'en', type: 'news', count: '3', theme: 'dark' })).toEqual({
    origin: 'https://site.example',
    name: 'LatestItems',
    props: { language: 'en', type: 'news', count: 3 },
  });
});

test('without a type it asks for all, and without a number for five', () => {
  expect(islandOfTag(SRC, { language: 'es', type: '' }).props).toEqual({ language: 'es', count: 5 });
});
