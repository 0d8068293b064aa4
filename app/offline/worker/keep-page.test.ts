import { describe, expect, it, vi } from 'vitest';
import type { KeepMessage } from '../page-keeper.ts';
import { createPageStore } from './keep-page.ts';

const HTML = '<link href="/assets/a.css"><script>import("/assets/manifest-1.js")</script><p>"/assets/../x"</p>';
const FILES = ['/assets/manifest-1.js', '/assets/desk.js'];

const message = (own: Partial<KeepMessage> = {}): KeepMessage => ({
  person: 'ana',
  key: '/admin',
  files: FILES,
  isKnown: false,
  ...own,
});

function createStore(answer: () => Promise<Response> = async () => new Response(HTML)) {
  const calls: string[] = [];
  const pages = {
    keep: vi.fn(async () => void calls.push('keep')),
    addFiles: vi.fn(async () => {
      calls.push('addFiles');
      return calls.includes('keep');
    }),
  };
  const fetch = vi.fn(answer);
  return { pages, fetch, calls, store: createPageStore({ pages, fetch }) };
}

describe('what a window shows', () => {
  it('is kept as its document arrived, with the files that it names and those that the window loaded', async () => {
    const { store, pages, fetch } = createStore();
    store.noteArrival('w1', '/admin', new Response(HTML));
    await store.keep(message(), 'w1');
    expect(fetch).not.toHaveBeenCalled();
    const files = ['/assets/a.css', '/assets/manifest-1.js', '/assets/manifest-1.js', '/assets/desk.js'];
    expect(pages.keep).toHaveBeenCalledWith({ person: 'ana', key: '/admin', document: expect.any(Response), files });
  });

  it('is fetched where no document arrived for it', async () => {
    const { store, pages, fetch } = createStore();
    store.noteArrival('w1', '/admin/health', new Response(HTML));
    store.noteArrival('w2', '/admin', new Response(HTML));
    await store.keep(message(), 'w1');
    expect(fetch).toHaveBeenCalledWith('/admin');
    expect(pages.keep).toHaveBeenCalledOnce();
  });

  it('takes in what is loaded later, after it was kept', async () => {
    const { store, calls } = createStore();
    await Promise.all([store.keep(message(), 'w1'), store.keep(message({ isKnown: true }), 'w1')]);
    expect(calls).toEqual(['keep', 'addFiles']);
  });

  it('is kept with what is loaded later when that failed before', async () => {
    const { store, pages, fetch, calls } = createStore();
    fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await store.keep(message(), 'w1');
    expect(calls).toEqual([]);
    const files = [...FILES, '/assets/later.js'];
    await store.keep(message({ isKnown: true, files }), 'w1');
    expect(calls).toEqual(['addFiles', 'keep']);
    expect(pages.keep).toHaveBeenCalledWith(expect.objectContaining({ files: ['/assets/a.css', FILES[0], ...files] }));
  });

  it.each([
    ['leads elsewhere', async () => Object.defineProperty(new Response(HTML), 'redirected', { value: true })],
    ['is refused', async () => new Response(HTML, { status: 403 })],
    ['cannot be reached', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is of another build', async () => new Response(HTML.replace('manifest-1', 'manifest-2'))],
  ])('is not kept when its document %s', async (_, answer) => {
    const { store, pages } = createStore(answer);
    await store.keep(message(), 'w1');
    expect(pages.keep).not.toHaveBeenCalled();
  });

  it('is kept also after another page could not be', async () => {
    const { store, pages } = createStore();
    pages.keep.mockRejectedValueOnce(new Error('full'));
    const first = store.keep(message(), 'w1');
    const second = store.keep(message({ key: '/admin/health' }), 'w1');
    await expect(first).rejects.toThrow('full');
    await second;
    expect(pages.keep).toHaveBeenCalledTimes(2);
  });
});
