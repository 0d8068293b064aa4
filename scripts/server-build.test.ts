import { expect, test } from 'vitest';
import { keepSourceUrl } from './server-build.ts';

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
