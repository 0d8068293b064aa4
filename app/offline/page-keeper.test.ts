import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from '../../test/helpers/eventually.ts';
import { watchLoadedFiles } from './page-keeper.ts';

afterEach(() => vi.unstubAllGlobals());

const entry = (name: string) => ({ name }) as PerformanceEntry;

/** A window that has loaded some files, and later loads more. */
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

test('so are those of the other pages of the admin area, as soon as their list is there', async () => {
  const told: (readonly string[])[] = [];
  openWindow(['https://site.example/assets/a.js'], { url: '/assets/manifest-1f.js' });
  const asked = vi.fn(async () => Response.json(['/assets/people.js', '/assets/a.js']));
  vi.stubGlobal('fetch', asked);
  watchLoadedFiles('/assets/', new AbortController().signal, (files) => told.push(files));
  await eventually(() => expect(told).toEqual([['/assets/a.js'], ['/assets/a.js', '/assets/people.js']]));
  expect(asked).toHaveBeenCalledWith('/assets/admin-files-1f.json', expect.anything());
});
