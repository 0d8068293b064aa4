import { afterEach, expect, test, vi } from 'vitest';
import { watchLoadedFiles } from './loaded-files.ts';

afterEach(() => vi.unstubAllGlobals());

const entry = (name: string) => ({ name }) as PerformanceEntry;

/** A window that has loaded some files, and then loads more. */
function openWindow(loaded: string[], manifest?: unknown) {
  let observed: ((list: { getEntries(): PerformanceEntry[] }) => void) | undefined;
  const disconnect = vi.fn();
  vi.stubGlobal('window', { location: { origin: 'https://site.example' }, __reactRouterManifest: manifest });
  vi.stubGlobal('performance', { getEntriesByType: () => loaded.map(entry) });
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(callback: typeof observed) {
        observed = callback;
      }
      observe() {}
      disconnect = disconnect;
    },
  );
  return { load: (...names: string[]) => observed?.({ getEntries: () => names.map(entry) }), disconnect };
}

test('the files of the build that a window loads are told at once, and all again when there are more', () => {
  const told: (readonly string[])[] = [];
  const controller = new AbortController();
  const { load, disconnect } = openWindow([
    'https://site.example/assets/a.js',
    'https://site.example/media/x/1.avif',
    'https://elsewhere.example/assets/b.js',
  ]);
  watchLoadedFiles('/assets/', controller.signal, (files) => told.push(files));
  load('https://site.example/assets/a.js');
  load('https://site.example/assets/desk.js', 'https://site.example/builds/latest.json');
  expect(told).toEqual([['/assets/a.js'], ['/assets/a.js', '/assets/desk.js']]);
  controller.abort();
  expect(disconnect).toHaveBeenCalledOnce();
});

test('so are those of the other pages of the admin area, and of no other', () => {
  const routes = {
    'admin/people:admin/people.en': { module: '/assets/people.js', imports: ['/assets/ui.js'], css: ['/assets/a.css'] },
    'site/home': { module: '/assets/home.js', imports: ['/assets/start.js'] },
  };
  const told: (readonly string[])[] = [];
  openWindow([], { routes });
  watchLoadedFiles('/assets/', new AbortController().signal, (files) => told.push(files));
  expect(told).toEqual([['/assets/people.js', '/assets/ui.js', '/assets/a.css']]);
});
