import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { adminFilesOf, publicManifest, trimManifest } from './trim-manifest.ts';

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

it('leaves only the routes of public pages for their manifest', () => {
  const entry = { module: '/assets/entry.js' };
  const routes = {
    root: { module: '/assets/root.js' },
    'site/home.en': { module: '/assets/home.js' },
    'account/signin:admin/signin': { module: '/assets/signin.js' },
    'admin/admin-layout': { module: '/assets/layout.js' },
    'pages/admin-tips': { module: '/assets/tips.js' },
  };
  const window: { __reactRouterManifest?: { entry: object; routes: object } } = {};
  runInNewContext(publicManifest(`window.__reactRouterManifest=${JSON.stringify({ entry, routes })};`), { window });
  expect(window.__reactRouterManifest?.entry).toEqual(entry);
  expect(Object.keys(window.__reactRouterManifest?.routes ?? {})).toEqual(['root', 'site/home.en', 'pages/admin-tips']);
});

it('fails when the router writes its manifest in another way', () => {
  expect(() => trimManifest('export default {}')).toThrow('in another way');
});
