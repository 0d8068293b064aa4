import { describe, expect, it, vi } from 'vitest';
import { createFakeCaches } from '../../test/helpers/app/fake-caches.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import type { MarkStore } from './device-mark.ts';
import { createOfflinePages, MAX_AGE, MAX_PAGES } from './offline-pages.ts';

const ORIGIN = 'https://site.example';

function createDevice(owner = 'ana') {
  const caches = createFakeCaches(ORIGIN);
  const device = { person: owner as string | undefined, now: 1_000, missing: new Set<string>() };
  const marks: MarkStore = {
    get: async () => (device.person === undefined ? null : { value: device.person }),
    async set({ value }) {
      device.person = value;
    },
    async delete() {
      device.person = undefined;
    },
  };
  const fetch = vi.fn(async (path: string) =>
    device.missing.has(path) ? new Response('', { status: 404 }) : new Response(`file ${path}`),
  );
  const pages = createOfflinePages({ caches, marks, fetch, now: () => device.now, inTurn: createQueue() });
  return { caches, device, pages, fetch };
}

/** Runs functions serially, like the browser's locks. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(action: () => Promise<T>): Promise<T> => {
    const next = last.then(action, action);
    last = next;
    return next;
  };
}

const pageOf = (text: string) =>
  new Response(`<!DOCTYPE html><html lang="es"><body>${text}</body></html>`, {
    headers: {
      'Content-Type': 'text/html',
      'Content-Security-Policy': "script-src 'sha256-x'",
      'Content-Encoding': 'br',
    },
  });

describe('the pages that a device keeps', () => {
  it('are found with their policy, and marked with when they were kept', async () => {
    const { pages } = createDevice();
    await pages.keep({ person: 'ana', key: '/admin', document: pageOf('panel'), files: ['/assets/a.js'] });
    const found = await pages.find('/admin');
    expect(await found?.text()).toBe('<!DOCTYPE html><html data-kept-at="1000" lang="es"><body>panel</body></html>');
    expect(found?.headers.get('Content-Security-Policy')).toBe("script-src 'sha256-x'");
    expect(found?.headers.get('Content-Encoding')).toBeNull();
    expect(await (await pages.findFile('/assets/a.js'))?.text()).toBe('file /assets/a.js');
    expect(await pages.find('/admin/health')).toBeUndefined();
  });

  it('take in what their window loads later, and fetch no file twice', async () => {
    const { pages, fetch } = createDevice();
    await pages.keep({ person: 'ana', key: '/admin', document: pageOf('panel'), files: ['/assets/a.js'] });
    expect(await pages.addFiles('ana', '/admin', ['/assets/a.js', '/assets/desk.js'])).toBe(true);
    expect(await pages.findFile('/assets/desk.js')).toBeDefined();
    expect(fetch.mock.calls.flat()).toEqual(['/assets/a.js', '/assets/desk.js']);
  });

  it('are not added to a page that is not kept, or is another person’s', async () => {
    const { pages, caches } = createDevice();
    expect(await pages.addFiles('ana', '/admin', ['/assets/a.js'])).toBe(false);
    await pages.keep({ person: 'ana', key: '/admin', document: pageOf('panel'), files: [] });
    expect(await pages.addFiles('beto', '/admin', ['/assets/a.js'])).toBe(false);
    expect(caches.contents()).toEqual({ 'meki-offline:1:ana': ['/admin'] });
  });

  it('are only those of the person for whom the device is marked', async () => {
    const { pages, device } = createDevice();
    await pages.keep({ person: 'ana', key: '/admin', document: pageOf('panel'), files: ['/assets/a.js'] });
    device.person = 'beto';
    expect(await pages.find('/admin')).toBeUndefined();
    device.person = undefined;
    expect(await pages.find('/admin')).toBeUndefined();
  });

  it('go when another person’s are kept', async () => {
    const { pages, device, caches } = createDevice();
    await pages.keep({ person: 'ana', key: '/admin', document: pageOf('panel'), files: [] });
    device.person = 'beto';
    await pages.keep({ person: 'beto', key: '/admin/health', document: pageOf('salud'), files: [] });
    expect(caches.contents()).toEqual({ 'meki-offline:1:beto': ['/admin/health'] });
  });

  it('are nobody’s whom the device is not marked for', async () => {
    const { pages, caches } = createDevice('ana');
    await pages.keep({ person: 'beto', key: '/admin', document: pageOf('panel'), files: [] });
    expect(caches.contents()).toEqual({});
  });

  it('are not kept for somebody who signs out while they are fetched', async () => {
    const { pages, device, caches, fetch } = createDevice();
    const { promise: arrival, resolve: arrive } = Promise.withResolvers<Response>();
    fetch.mockImplementationOnce(() => arrival);
    const keeping = pages.keep({ person: 'ana', key: '/admin', document: pageOf('panel'), files: ['/assets/a.js'] });
    await eventually(() => expect(fetch).toHaveBeenCalled());
    const forgetting = pages.forget();
    await eventually(() => expect(device.person).toBeUndefined());
    expect(await pages.find('/admin')).toBeUndefined();
    arrive(new Response('code'));
    await Promise.all([keeping, forgetting]);
    expect(caches.contents()).toEqual({});
  });

  it('are no more than 40, the oldest first, and take their files with them', async () => {
    const { pages, device, caches } = createDevice();
    for (let page = 0; page <= MAX_PAGES; page++) {
      device.now += 1;
      const files = ['/assets/shared.js', `/assets/${page}.js`];
      await pages.keep({ person: 'ana', key: `/admin/health?page=${page}`, document: pageOf('x'), files });
    }
    const kept = caches.contents()['meki-offline:1:ana'] ?? [];
    expect(kept.filter((path) => path.startsWith('/admin'))).toHaveLength(MAX_PAGES);
    expect(kept).not.toContain('/admin/health?page=0');
    expect(kept).not.toContain('/assets/0.js');
    expect(kept).toContain('/assets/1.js');
    expect(kept).toContain('/assets/shared.js');
  });

  it('are not shown after 14 days, and go when the next is kept', async () => {
    const { pages, device, caches } = createDevice();
    await pages.keep({ person: 'ana', key: '/admin', document: pageOf('panel'), files: ['/assets/old.js'] });
    device.now += MAX_AGE;
    expect(await pages.find('/admin')).toBeDefined();
    device.now += 1;
    expect(await pages.find('/admin')).toBeUndefined();
    await pages.keep({ person: 'ana', key: '/admin/health', document: pageOf('salud'), files: ['/assets/new.js'] });
    expect(caches.contents()['meki-offline:1:ana']).toEqual(['/admin/health', '/assets/new.js']);
  });

  it('keep the files of an older build as long as one of them was shown with those', async () => {
    const { pages } = createDevice();
    await pages.keep({ person: 'ana', key: '/admin', document: pageOf('old'), files: ['/assets/old.js'] });
    await pages.keep({ person: 'ana', key: '/admin/health', document: pageOf('new'), files: ['/assets/new.js'] });
    expect(await pages.findFile('/assets/old.js')).toBeDefined();
    await pages.keep({ person: 'ana', key: '/admin', document: pageOf('new'), files: ['/assets/new.js'] });
    expect(await pages.findFile('/assets/old.js')).toBeUndefined();
  });

  it('do without a file that is gone', async () => {
    const { pages, device } = createDevice();
    device.missing.add('/assets/gone.js');
    await pages.keep({ person: 'ana', key: '/admin', document: pageOf('panel'), files: ['/assets/gone.js'] });
    expect(await pages.find('/admin')).toBeDefined();
    expect(await pages.findFile('/assets/gone.js')).toBeUndefined();
  });

  it('are not replaced when their files cannot be had', async () => {
    const { pages, fetch } = createDevice();
    await pages.keep({ person: 'ana', key: '/admin', document: pageOf('before'), files: [] });
    fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const replaced = pages.keep({ person: 'ana', key: '/admin', document: pageOf('after'), files: ['/assets/a.js'] });
    await expect(replaced).rejects.toThrow('Failed to fetch');
    expect(await (await pages.find('/admin'))?.text()).toContain('before');
  });

  it('can be dropped one by one, and forgotten all at once, with the mark and what older forms left', async () => {
    const { pages, device, caches } = createDevice();
    await caches.open('meki-offline:0:ana');
    await caches.open('somebody-else');
    await pages.keep({ person: 'ana', key: '/admin', document: pageOf('panel'), files: [] });
    await pages.keep({ person: 'ana', key: '/admin/health', document: pageOf('salud'), files: [] });
    await pages.drop('/admin');
    expect(await pages.find('/admin')).toBeUndefined();
    expect(await pages.find('/admin/health')).toBeDefined();
    await pages.forget();
    expect(device.person).toBeUndefined();
    expect(caches.contents()).toEqual({ 'somebody-else': [] });
  });
});
