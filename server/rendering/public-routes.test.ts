import type { ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { partial } from '../../test/helpers/partial.ts';
import { withPublicRoutes } from './public-routes.ts';

type Route = NonNullable<ServerBuild['routes'][string]> & NonNullable<ServerBuild['assets']['routes'][string]>;

test('public pages are rendered without the routes of the admin area', () => {
  const routes = Object.fromEntries(
    [
      'root',
      'site/item',
      'site/listing.en',
      'preview:preview/:token',
      'admin/dashboard:admin',
      'admin/admin-layout.en',
      'account/signin:admin/signin',
    ].map((id) => [id, partial<Route>({ id })]),
  );
  const build = withPublicRoutes(partial<ServerBuild>({ assets: partial({ version: '1', routes }), routes }));
  const expected = ['root', 'site/item', 'site/listing.en', 'preview:preview/:token'];
  expect(Object.keys(build.routes)).toEqual(expected);
  expect(build.assets).toMatchObject({ version: '1' });
  expect(Object.keys(build.assets.routes)).toEqual(expected);
});
