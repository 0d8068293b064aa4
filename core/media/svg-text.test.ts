import { expect, test } from 'vitest';
import { decodeReferences } from './svg-text.ts';

test('decodes the references of XML, and leaves all others as they are', () => {
  expect(decodeReferences('&lt;a&gt; &#x41;&#66; &amp;amp;')).toBe('<a> AB &amp;');
  expect(decodeReferences('&#x00000000041;&#000000000066;')).toBe('AB');
  expect(decodeReferences('&nbsp; &constructor; &toString; &#x110000;')).toBe(
    '&nbsp; &constructor; &toString; &#x110000;',
  );
});
