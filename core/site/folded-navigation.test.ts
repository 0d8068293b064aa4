import { expect, test } from 'vitest';
import { isNavigationFolded } from './site-paths.ts';

test.each([
  [null, false],
  ['', false],
  ['meki_session=x', false],
  ['meki_session=x; meki_navigation=folded', true],
  ['not_meki_navigation=folded', false],
])('the navigation of a browser with the cookies "%s" is folded: %s', (cookies, isFolded) => {
  expect(isNavigationFolded(cookies)).toBe(isFolded);
});
