import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { partial } from '../../test/helpers/partial.ts';
import { deferScripts } from './defer-scripts.ts';

type Assets = Parameters<typeof deferScripts>[1];
type Route = NonNullable<Assets['routes'][string]>;

const assets: Assets = {
  url: '/assets/manifest.js',
  entry: { module: '/assets/entry.js', imports: ['/assets/react.js'] },
  routes: {
    root: partial<Route>({ id: 'root', module: '/assets/root.js', imports: ['/assets/react.js', '/assets/frame.js'] }),
    home: partial<Route>({ id: 'home', module: '/assets/home.js', imports: [] }),
  },
};

const html = `<head><link rel="modulepreload" href="/assets/entry.js"/><link rel="stylesheet" href="/a.css"/></head><body><p>x</p><script>window.a=1</script><script type="module" async="">import "/assets/manifest.js";</script></body>`;

describe('deferring the scripts of a page', () => {
  const deferred = deferScripts(html, assets, ['root', 'home']);

  it('leaves no module for the browser to fetch before the page has loaded', () => {
    expect(deferred).not.toContain('<link rel="modulepreload"');
    expect(deferred).not.toContain('import "');
    expect(deferred).toContain('addEventListener("load"');
  });

  it('starts the entry after the modules of the matched routes', () => {
    const start = deferred.indexOf('import("/assets/entry.js")');
    for (const file of ['public-manifest', 'root', 'home']) {
      const place = deferred.indexOf(`import("/assets/${file}.js")`);
      expect(place).toBeGreaterThan(0);
      expect(place).toBeLessThan(start);
    }
  });

  it('asks whether data is dear before it fetches anything, unless the page is a tool', () => {
    expect(deferred).toContain('navigator.connection');
    expect(deferScripts(html, assets, ['root', 'home'], 'always')).not.toContain('navigator.connection');
  });

  it('keeps the preloads of a page that is a tool from its first moment on, and starts after its first frame', () => {
    const atOnce = deferScripts(html, assets, ['root', 'home'], { path: '/admin/drafts', frames: ['AA=='] });
    expect(atOnce).toContain('<link rel="modulepreload" href="/assets/entry.js"/>');
    expect(atOnce).toContain('import("/assets/manifest.js")');
    expect(atOnce).toContain('mekiHydrated');
    expect(atOnce).toContain('new WebSocket(location.origin.replace(/^http/,"ws")+"/admin/drafts")');
    expect(atOnce).not.toContain('addEventListener("load"');
    expect(atOnce).toContain('addEventListener("DOMContentLoaded",painted)');
  });

  it('loads the routes of the admin area only there', () => {
    const file = (html: string) => /import\("([^"]*manifest[^"]*)"\)/.exec(html)?.[1];
    expect(file(deferred)).toBe('/assets/public-manifest.js');
    expect(file(deferScripts(html, assets, ['root', 'home'], 'always'))).toBe('/assets/manifest.js');
  });

  it('repeats an early press on pages that are tools and on error pages, and has nothing of it on others', () => {
    expect(deferScripts(html, assets, ['root', 'home'], 'always')).toContain('mekiHydrated');
    expect(deferred).toContain('mekiHydrated');
    expect(deferScripts(html, assets, ['root', 'home'], { version: 'v1', messages: [] })).not.toContain('mekiHydrated');
  });

  it('fetches scripts and data at the first interaction where the document has no data', () => {
    const late = deferScripts(html, assets, ['root', 'home'], { version: 'v1', messages: ['/locales/es/common.json'] });
    const listeners = new Map<string, () => void>();
    const page = {
      navigator: {},
      URLSearchParams,
      document: { readyState: 'loading', head: { append: vi.fn() }, createElement: () => ({}) },
      location: { pathname: '/faq', search: '?page=2' },
      fetch: vi.fn(async () => new Response('{}')),
      addEventListener: (name: string, received: () => void) => listeners.set(name, received),
      removeEventListener: (name: string) => listeners.delete(name),
    };
    runInNewContext(/<script type="module" async="">(.*)<\/script>/s.exec(late)?.[1] ?? '', { ...page, window: page });
    expect([...listeners.keys()]).toEqual(['pointermove', 'pointerdown', 'keydown', 'focusin']);
    expect(page.fetch).not.toHaveBeenCalled();
    listeners.get('keydown')?.();
    expect(page.fetch).toHaveBeenCalledWith('/faq/_payload.json?page=2&v=v1');
    expect(page.document.head.append).toHaveBeenCalledWith(
      expect.objectContaining({ rel: 'preload', href: '/locales/es/common.json' }),
    );
    expect(page).toMatchObject({ mekiData: { version: 'v1' } });
    expect([...listeners.keys()], 'the scripts wait for the page').toEqual(['load']);
  });

  it('keeps everything else as it was', () => {
    expect(deferred).toContain('<link rel="stylesheet" href="/a.css"/>');
    expect(deferred).toContain('<p>x</p><script>window.a=1</script>');
  });

  it('fails when the router writes its scripts in another way', () => {
    expect(() => deferScripts('<body></body>', assets, ['root'])).toThrow('no script of route modules');
  });
});
