import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { adminFilesOf, trimManifest } from './trim-manifest.ts';

it('leaves of a route all that it has, but not what its module imports', () => {
  const route = { id: 'root', path: '', hasLoader: true, module: '/assets/root.js', css: [] };
  const manifest = { entry: { module: '/assets/entry.js', imports: ['/assets/start.js'] }, version: '1f' };
  const routes = { root: { ...route, hasAction: false, imports: ['/assets/start.js'] } };
  const window: { __reactRouterManifest?: unknown } = {};
  const code = `window.__reactRouterManifest=${JSON.stringify({ ...manifest, routes })};`;
  runInNewContext(trimManifest(code), { window });
  expect(window.__reactRouterManifest).toEqual({ ...manifest, routes: { root: route } });
});

it('tells the files of the admin area, each once', () => {
  const routes = {
    'admin/people': { module: '/assets/people.js', imports: ['/assets/ui.js'], css: ['/assets/a.css'] },
    'admin/audit': { module: '/assets/audit.js', imports: ['/assets/ui.js'] },
    'site/home': { module: '/assets/home.js', imports: ['/assets/start.js'] },
  };
  expect(adminFilesOf(`window.__reactRouterManifest=${JSON.stringify({ routes })};`)).toEqual([
    '/assets/people.js',
    '/assets/ui.js',
    '/assets/a.css',
    '/assets/audit.js',
  ]);
});

it('fails when the router writes its manifest in another way', () => {
  expect(() => trimManifest('export default {}')).toThrow('in another way');
});
