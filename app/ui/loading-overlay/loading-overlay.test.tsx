import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { describe, expect, it, test, vi } from 'vitest';
import { readAllMessages } from '../../i18n/server-messages.ts';
import { createOverlayStore, LoadingOverlayProvider, useLoadingOverlay } from './loading-overlay.tsx';

function Waiting({ message }: { message?: string }) {
  useLoadingOverlay().show(message);
  return null;
}

/** The text of the overlay while waiting. */
function messageOf(code: string, language: string, waiting: { message?: string }): string | undefined {
  const html = renderToStaticMarkup(
    <IntlProvider locale={language} messages={readAllMessages()[code] ?? {}} timeZone="UTC">
      <LoadingOverlayProvider>
        <Waiting {...waiting} />
      </LoadingOverlayProvider>
    </IntlProvider>,
  );
  return /role="status"[^>]*>([^<]*)</.exec(html)?.[1];
}

test.each([
  ['es', 'es-MX', 'Cargando…'],
  ['en', 'en-US', 'Loading…'],
])('the overlay says in %s that something is loading, unless it is told what', (code, language, loading) => {
  expect(readAllMessages()[code]?.common).toMatchObject({ loading });
  expect(messageOf(code, language, {})).toBe(loading);
  expect(messageOf(code, language, { message: 'Un momento' })).toBe('Un momento');
});

test('the overlay cannot be asked for where there is none', () => {
  expect(() => renderToStaticMarkup(<Waiting />)).toThrow('There is no loading overlay around this component');
});

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
