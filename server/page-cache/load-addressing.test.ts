import { expect, test } from 'vitest';
import site from '#site-config';
import type { RouteHandle } from '../../app/layouts/route-handle.ts';
import { createAddressingLoader, type RoutedBuild } from './load-addressing.ts';

/** A build with the page `/notes`. */
function buildWith(handle: RouteHandle | undefined): RoutedBuild {
  return {
    routes: {
      root: { id: 'root', path: '', module: {} },
      layout: { id: 'layout', module: { handle: { layout: 'default' } } },
      notes: { id: 'notes', path: 'notes', module: { handle } },
    },
  };
}

test('a page is addressed with the parameters that its route declares, and with those of a newer build', async () => {
  let build = buildWith({ query: () => ({ page: { shape: /^\d$/ } }) });
  const load = createAddressingLoader(async () => ({ build }), site);
  const keyOf = async (search: string) => (await load())('/notes', search).key;
  expect(await keyOf('?page=2&q=x')).toBe('/notes?page=2');
  expect(await load()).toBe(await load());
  build = buildWith({ query: () => ({ q: { shape: /^x$/ } }) });
  expect(await keyOf('?page=2&q=x')).toBe('/notes?q=x');
  build = buildWith(undefined);
  expect(await keyOf('?page=2&q=x')).toBe('/notes');
});
