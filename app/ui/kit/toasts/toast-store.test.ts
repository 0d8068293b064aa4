import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToastStore, type ToastStore } from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function addNumbered(store: ToastStore, count: number): string[] {
  return Array.from({ length: count }, (_, index) => store.add({ title: `Toast ${index + 1}` }));
}

const titles = (store: ToastStore) => store.read().map(({ title }) => title);
const openTitles = (store: ToastStore) =>
  store
    .read()
    .filter(({ open }) => open)
    .map(({ title }) => title);

describe('the toasts of a window', () => {
  it('are shown in the order in which they came', () => {
    const store = createToastStore();
    addNumbered(store, 2);
    expect(openTitles(store)).toEqual(['Toast 1', 'Toast 2']);
  });

  it('are removed 200 milliseconds after they close', () => {
    const store = createToastStore();
    const [first = ''] = addNumbered(store, 2);
    store.close(first);
    vi.advanceTimersByTime(199);
    expect(titles(store)).toEqual(['Toast 1', 'Toast 2']);
    expect(openTitles(store)).toEqual(['Toast 2']);
    vi.advanceTimersByTime(1);
    expect(titles(store)).toEqual(['Toast 2']);
  });

  it('are five at most: a sixth waits until the oldest, which it closes, is gone', () => {
    const store = createToastStore();
    addNumbered(store, 6);
    expect(titles(store)).toHaveLength(5);
    expect(openTitles(store)).toEqual(['Toast 2', 'Toast 3', 'Toast 4', 'Toast 5']);
    vi.advanceTimersByTime(200);
    expect(openTitles(store)).toEqual(['Toast 2', 'Toast 3', 'Toast 4', 'Toast 5', 'Toast 6']);
  });

  it('keep the newest five of a flood, and never draw more', () => {
    const store = createToastStore();
    const counts: number[] = [];
    store.subscribe(() => counts.push(store.read().length));
    addNumbered(store, 23);
    vi.advanceTimersByTime(200);
    expect(openTitles(store)).toEqual(['Toast 19', 'Toast 20', 'Toast 21', 'Toast 22', 'Toast 23']);
    expect(Math.max(...counts)).toBe(5);
  });

  it('forget a queued one that is closed before it was shown', () => {
    const store = createToastStore();
    const ids = addNumbered(store, 6);
    store.close(ids[5] ?? '');
    vi.advanceTimersByTime(1000);
    expect(titles(store)).toEqual(['Toast 2', 'Toast 3', 'Toast 4', 'Toast 5']);
  });

  it('take the place of the one with the same id', () => {
    const store = createToastStore();
    store.add({ id: 'saving', title: 'Saving' });
    store.add({ title: 'Other' });
    store.add({ id: 'saving', title: 'Saved', tone: 'success' });
    expect(openTitles(store)).toEqual(['Saved', 'Other']);
  });

  it('begin their time anew in the place of another', () => {
    const store = createToastStore();
    store.add({ id: 'saving', title: 'Saved' });
    const [first] = store.read();
    store.add({ id: 'saving', title: 'Saved' });
    expect(store.read().map(({ round }) => round)).not.toEqual([first?.round]);
    store.close('saving');
    const [closing] = store.read();
    expect(closing).toMatchObject({ open: false, round: (first?.round ?? 0) + 1 });
  });

  it('come back under an id that is just leaving', () => {
    const store = createToastStore();
    store.add({ id: 'offline', title: 'Offline' });
    store.close('offline');
    store.add({ id: 'offline', title: 'Offline again' });
    vi.advanceTimersByTime(200);
    expect(openTitles(store)).toEqual(['Offline again']);
  });

  it('ignore the closing of one that is not there', () => {
    const store = createToastStore();
    const listener = vi.fn();
    store.subscribe(listener);
    store.close('nobody');
    expect(listener).not.toHaveBeenCalled();
  });

  it('refuse a faulty toast and stay as they were', () => {
    const store = createToastStore();
    expect(() => store.add({ title: '' })).toThrow('Expected non-empty');
    expect(store.read()).toEqual([]);
  });

  it('tell nobody who has unsubscribed', () => {
    const store = createToastStore();
    const listener = vi.fn();
    store.subscribe(listener)();
    store.add({ title: 'Saved' });
    expect(listener).not.toHaveBeenCalled();
  });
});
