import { describe, expect, it, vi } from 'vitest';
import { createOverlayStore } from './overlay-store.ts';

describe('the state of the loading overlay', () => {
  it('is hidden at first', () => {
    expect(createOverlayStore().read()).toEqual({ visible: false });
  });

  it('is visible with the message it was given', () => {
    const overlay = createOverlayStore();
    overlay.show('Exporting…');
    expect(overlay.read()).toEqual({ visible: true, message: 'Exporting…' });
  });

  it('replaces the message when shown again', () => {
    const overlay = createOverlayStore();
    overlay.show('Exporting…');
    overlay.show('Almost done…');
    expect(overlay.read()).toEqual({ visible: true, message: 'Almost done…' });
  });

  it('clears the message when hidden, so that the next showing has none', () => {
    const overlay = createOverlayStore();
    overlay.show('Exporting…');
    overlay.hide();
    expect(overlay.read()).toEqual({ visible: false });
    overlay.show();
    expect(overlay.read()).toEqual({ visible: true });
  });

  it('tells its subscribers of each change, and not of hiding what is hidden', () => {
    const overlay = createOverlayStore();
    const listener = vi.fn();
    overlay.subscribe(listener);
    overlay.hide();
    overlay.show();
    overlay.hide();
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
