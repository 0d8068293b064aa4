import { expect, it } from 'vitest';
import { takeInlineCode } from './inline-code.ts';

const NONCE = 'b1946ac9';

it('names the code that carries the nonce, and nothing that came in otherwise', () => {
  const { html, inline } = takeInlineCode(
    `<style nonce="${NONCE}">p{}</style><script>evil()</script><style>evil{}</style><script nonce="${NONCE}" type="module">good()</script><link nonce="${NONCE}" rel="x"/>`,
    NONCE,
  );
  expect(inline).toEqual({ scripts: ['good()'], styles: ['p{}'] });
  expect(html).toBe(
    '<style>p{}</style><script>evil()</script><style>evil{}</style><script type="module">good()</script><link rel="x"/>',
  );
});
