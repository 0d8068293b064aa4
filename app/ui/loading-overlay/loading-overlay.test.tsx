import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { readAllMessages } from '../../i18n/server-messages.ts';
import { LoadingOverlayProvider, useLoadingOverlay } from './loading-overlay.tsx';

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
