import { expect, test } from 'vitest';
import config from '#site-config';
import { addressOf } from '../../test/helpers/page-cache/page-addressing.ts';
import { createSharedControl } from './create-site-pages.ts';

test.each([
  ['nothing', undefined, undefined],
  ['a time', { shared: 600 }, 'public, max-age=0, s-maxage=600, must-revalidate'],
  [
    'a time and one after it',
    { shared: 600, staleWhileRevalidate: 60 },
    'public, max-age=0, s-maxage=600, stale-while-revalidate=60',
  ],
])('with %s in the configuration, a CDN may keep pages so long', (_, cache, control) => {
  const { cache: _own, ...others } = config;
  const controlOf = createSharedControl({ ...others, ...(cache && { cache }) });
  expect(controlOf(addressOf('/faq', ''))).toBe(control);
  expect(controlOf(addressOf('/en/contact', '')), 'the form has to know visits').toBeUndefined();
});
