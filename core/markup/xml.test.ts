import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '#adapters/contracts/any-text.ts';
import { element, writeXml } from './xml.ts';

test('text and attributes are escaped, and white space in an attribute is kept', () => {
  const xml = writeXml(element('a', ['<b> & "c"\n', element('d', [])], { e: `<'">&\n`, f: undefined }));
  expect(xml).toBe('<a e="&lt;&apos;&quot;&gt;&amp;&#10;">&lt;b&gt; &amp; &quot;c&quot;\n<d/></a>');
});

test('whatever it holds, no character that XML forbids and no stray markup is in it', () => {
  const anything = anyText();
  fc.assert(
    fc.property(anything, anything, (text, attribute) => {
      const xml = writeXml(element('a', [text], { b: attribute }));
      expect(xml).toMatch(/^<a b="[^<"]*">[^<>]*<\/a>$/s);
      expect(xml.isWellFormed()).toBe(true);
      expect([...xml].every((character) => character >= ' ' || '\t\n\r'.includes(character))).toBe(true);
      expect(xml).not.toMatch(/[\ufffe\uffff]|&(?!amp;|lt;|gt;|quot;|apos;|#\d+;)/);
    }),
  );
});
