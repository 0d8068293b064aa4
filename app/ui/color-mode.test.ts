import { describe, expect, it, vi } from 'vitest';
import { forcedColorMode } from './color-mode.ts';

describe('the color mode of a page', () => {
  it('is light when no route forces one', () => {
    expect(forcedColorMode([undefined, undefined])).toBe('light');
  });

  it('is what the deepest route forces', () => {
    expect(forcedColorMode(['light', undefined, 'dark'])).toBe('dark');
    expect(forcedColorMode(['dark', 'light'])).toBe('light');
  });

  it('cannot be forced to "system": that logs a warning and does nothing', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(forcedColorMode(['dark', 'system'])).toBe('dark');
    expect(warn).toHaveBeenCalledExactlyOnceWith('A page cannot force the color mode "system"');
  });
});
