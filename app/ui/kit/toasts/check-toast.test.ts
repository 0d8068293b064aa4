import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkToast, checkToastLabel } from './check-toast.ts';
import { reportMisuse } from './toast-store.ts';

function throwIt(message: string): never {
  throw new TypeError(message);
}

const action = { label: 'Undo', altText: 'Undo from the history of the item', onAction: () => {} };

describe('what a toast may be', () => {
  it('is open, informative, in the foreground and lasts 5 seconds unless it says otherwise', () => {
    expect(checkToast('a', { title: 'Saved' }, throwIt)).toEqual({
      id: 'a',
      open: true,
      title: 'Saved',
      tone: 'info',
      type: 'foreground',
      duration: 5000,
    });
  });

  it('keeps the action, the text and the time that it was given', () => {
    const options = { title: 'Sent', description: 'To Ana', duration: Number.POSITIVE_INFINITY, action } as const;
    expect(checkToast('a', { ...options, tone: 'success', type: 'background' }, throwIt)).toMatchObject(options);
  });

  it.each([
    [{ title: '  ' }, 'Invalid prop `title` supplied to `Toast`. Expected non-empty `string`.'],
    [
      { title: 'x', type: 'loud' as 'foreground' },
      'Invalid prop `type` supplied to `Toast`. Expected `foreground | background`.',
    ],
    [
      { title: 'x', action: { ...action, altText: ' ' } },
      'Invalid prop `altText` supplied to `ToastAction`. Expected non-empty `string`.',
    ],
    [
      { title: 'x', duration: 0 },
      'Invalid prop `duration` supplied to `Toast`. Expected milliseconds above 0, or `Infinity`.',
    ],
  ])('refuses %j with a clear message', (options, message) => {
    expect(() => checkToast('a', options, throwIt)).toThrow(message);
  });

  it('shows what it can of a faulty toast where faults are only logged', () => {
    const report = vi.fn();
    const faulty = { title: '', type: 'loud' as 'foreground', duration: -1, action: { ...action, altText: '' } };
    expect(checkToast('a', faulty, report)).toEqual({
      id: 'a',
      open: true,
      title: 'Notification',
      tone: 'info',
      type: 'foreground',
      duration: 5000,
    });
    expect(report).toHaveBeenCalledTimes(4);
  });

  it('needs a label that is not empty, and is called "Notification" without one', () => {
    expect(checkToastLabel('Aviso', throwIt)).toBe('Aviso');
    expect(() => checkToastLabel(' ', throwIt)).toThrow(
      'Invalid prop `label` supplied to `ToastProvider`. Expected non-empty `string`.',
    );
    expect(checkToastLabel('', () => {})).toBe('Notification');
  });
});

describe('reporting a misuse', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('throws in development', () => {
    vi.stubEnv('DEV', true);
    expect(() => reportMisuse('A label is empty.')).toThrow('A label is empty.');
  });

  it('logs in production', () => {
    vi.stubEnv('DEV', false);
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    reportMisuse('A label is empty.');
    expect(log).toHaveBeenCalledExactlyOnceWith('A label is empty.');
    log.mockRestore();
  });
});
