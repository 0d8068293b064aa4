import { expect, it, vi } from 'vitest';
import { reloadOnStaleAssets } from './reload-guard.ts';

it('reloads the page when a script of its build is gone, and again after ten seconds only', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const values = new Map<string, string>();
    const reload = vi.fn();
    const page = Object.assign(new EventTarget(), {
      sessionStorage: {
        getItem: (key: string) => values.get(key) ?? null,
        setItem: (key: string, value: string) => void values.set(key, value),
      },
      location: { reload },
    });
    reloadOnStaleAssets(page);
    const dropScript = () => page.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
    expect(dropScript()).toBe(false);
    expect(reload).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(9_999);
    expect(dropScript()).toBe(true);
    expect(reload).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    dropScript();
    expect(reload).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});
