import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { ErrorScreen } from './error-screen.tsx';

const messages = {
  common: { listing: { empty: 'Nothing yet' } },
  error: { notFound: 'Not found', general: 'Broken', home: 'Home', back: 'Back', title: 'Title', illustration: '' },
};

function render(path: string, status: number) {
  const error = { status, statusText: '', internal: false, data: null };
  const html = renderToString(
    <StaticRouter location={path}>
      <IntlProvider locale="en" messages={messages} timeZone="UTC">
        <ErrorScreen error={error} />
      </IntlProvider>
    </StaticRouter>,
  );
  return { message: html.match(/Nothing yet|Not found|Broken/)?.[0], leadsHome: html.includes('href="/"') };
}

test.each([
  ['/', 404, { message: 'Nothing yet', leadsHome: false }],
  ['/es', 404, { message: 'Nothing yet', leadsHome: false }],
  ['/en', 404, { message: 'Nothing yet', leadsHome: true }],
  ['/en/faq', 404, { message: 'Not found', leadsHome: true }],
  ['/', 500, { message: 'Broken', leadsHome: true }],
])('at %s, a %d says what is the matter', (path, status, told) => {
  expect(render(path, status)).toEqual(told);
});

test('an unexpected failure shows the status with which it is answered', () => {
  const html = renderToString(
    <StaticRouter location="/en/faq">
      <IntlProvider locale="en" messages={messages} timeZone="UTC">
        <ErrorScreen error={new Error('a secret of the program')} />
      </IntlProvider>
    </StaticRouter>,
  );
  expect(html).toMatch(/<h1[^>]*>.*\b500\b.*<\/h1>/);
  expect(html).toContain('Broken');
  expect(html).not.toContain('secret');
});
