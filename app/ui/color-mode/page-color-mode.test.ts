import { describe, expect, it, vi } from 'vitest';
import { pageColorMode } from './page-color-mode.ts';

describe('the color mode of a page with a choice of modes', () => {
  it('is the own preference of the person when no route forces one', () => {
    expect(pageColorMode([undefined, undefined])).toBeUndefined();
  });

  it('is what the deepest route forces', () => {
    expect(pageColorMode(['light', 'dark', undefined])).toBe('dark');
  });

  it('cannot be forced to "system": that logs a warning and leaves the preference', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(pageColorMode(['system'])).toBeUndefined();
    expect(warn).toHaveBeenCalledExactlyOnceWith('A page cannot force the color mode "system"');
    warn.mockRestore();
  });
});
