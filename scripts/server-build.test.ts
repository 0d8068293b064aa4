import { expect, test } from 'vitest';
import { keepSourceUrl, withoutAdminModules } from './server-build.ts';

test('a module of the build finds the files beside its source', async () => {
  const code = keepSourceUrl(
    `export const places = [new URL('./migrations/', import.meta.url).href, import.meta.url];`,
    '../../adapters/sqlite/open-database.ts',
  );
  // The module runs from build/server/.
  const inBuild = code.replaceAll('import.meta.url', JSON.stringify('file:///site/build/server/chunk.js'));
  const { places } = await import(`data:text/javascript,${encodeURIComponent(inBuild)}`);
  expect(places).toEqual(['file:///site/adapters/sqlite/migrations/', 'file:///site/adapters/sqlite/open-database.ts']);
});

test('the module of public pages imports none of the admin area', () => {
  const code = `import * as route0 from "/site/app/root.tsx";
    import * as route1 from "/site/app/admin/editor/route.tsx";
    import * as route2 from "/site/app/account/signin/route.tsx";
    export const routes = { editor: { module: route1 }, signin: { module: route2 } };`;
  expect(withoutAdminModules(code)).toBe(`import * as route0 from "/site/app/root.tsx";
    const route1 = {};
    const route2 = {};
    export const routes = { editor: { module: route1 }, signin: { module: route2 } };`);
});

test('a build fails if the modules of the admin area are not found', () => {
  expect(() => withoutAdminModules('import * as route0 from "/site/app/root.tsx";')).toThrow('no modules of the admin');
});
