import { expect, test } from 'vitest';
import { unitFragment, unitOfFragment } from './unit-fragment.ts';

test.each([
  ['block:4f2k', '#block-4f2k'],
  ['title', '#field-title'],
  ['seo.description', '#field-seo.description'],
  ['cover.alt', '#field-cover.alt'],
  ['field:preparation', '#field-preparation'],
])('%s stands at %s', (unit, fragment) => {
  expect(unitFragment(unit)).toBe(fragment);
  expect(unitOfFragment(fragment)).toBe(unit);
});

test.each(['', '#', '#content', '#block-', '#block-a b', 'block-a'])('%j names no unit', (fragment) => {
  expect(unitOfFragment(fragment)).toBeUndefined();
});
