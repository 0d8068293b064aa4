import { expect, test } from 'vitest';
import { html } from './html.ts';

test('markup from a template escapes every text and keeps markup', () => {
  const inner = html`<b title="${'"\'<'}">${'&'}</b>`;
  expect(html`<p>${inner}${[inner]}</p>`.markup).toBe(`<p>${inner.markup}${inner.markup}</p>`);
  expect(inner.markup).toBe('<b title="&quot;&#39;&lt;">&amp;</b>');
});
