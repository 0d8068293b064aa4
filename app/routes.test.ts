import { expect, test } from 'vitest';
import { pageRoutes } from '#core/site/page-routes.ts';
import { isAdminPath, isPreviewPath } from '#core/site/site-paths.ts';
import site, { localeSet } from '#site-config';
import routes from './routes.ts';

test('the server knows the paths of all public pages', () => {
  const languages = localeSet.locales.map(({ code }) => code);
  const paths = routes
    .flatMap(({ path, children }) => (path === undefined ? (children ?? []).map((child) => child.path) : [path]))
    .flatMap((path = '') =>
      path === ':segment/*' ? [':segment/:second/:third', ':segment/:second/:third/:fourth'] : [path],
    )
    .filter((path) => path !== '*' && !languages.includes(path.split('/')[0] ?? ''))
    .filter((path) => !isAdminPath(localeSet, `/${path}`) && !isPreviewPath(localeSet, `/${path}`));
  expect(new Set(paths)).toEqual(new Set(pageRoutes(site).map(({ path }) => path)));
});
