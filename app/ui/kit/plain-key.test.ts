import { describe, expect, it } from 'vitest';
import { plainKey } from './plain-key.ts';

const enter = {
  key: 'Enter',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  keyCode: 13,
};

describe('a plain key', () => {
  it('is pressed alone', () => {
    expect(plainKey(enter)).toBe('Enter');
  });

  it.each(['ctrlKey', 'metaKey', 'altKey', 'shiftKey'] as const)('is not pressed with %s', (modifier) => {
    expect(plainKey({ ...enter, [modifier]: true })).toBeUndefined();
  });

  it('may be pressed with Shift where that is the same, but with nothing else', () => {
    expect(plainKey({ ...enter, shiftKey: true }, { withShift: true })).toBe('Enter');
    expect(plainKey({ ...enter, shiftKey: true, ctrlKey: true }, { withShift: true })).toBeUndefined();
  });

  it('does not belong to an input method, as the browser or React tells it', () => {
    expect(plainKey({ ...enter, isComposing: true })).toBeUndefined();
    expect(plainKey({ ...enter, keyCode: 229 })).toBeUndefined();
    const { isComposing: _, keyCode: __, ...reactEvent } = enter;
    expect(plainKey({ ...reactEvent, nativeEvent: { isComposing: true, keyCode: 229 } })).toBeUndefined();
    expect(plainKey({ ...reactEvent, nativeEvent: { isComposing: false, keyCode: 13 } })).toBe('Enter');
  });
});
