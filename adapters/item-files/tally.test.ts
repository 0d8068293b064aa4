import { describe, expect, test } from 'vitest';
import type { RichText, RichTextNode } from '#core/rich-text/rich-text.ts';
import { findMissing, tallyHtml, tallyMarkdown, tallyRichText } from './tally.ts';

const text = (value: string): RichTextNode => ({ type: 'text', text: value });
const doc = (...words: string[]): RichText => ({
  type: 'doc',
  content: words.map((word) => ({ type: 'paragraph', content: [text(word)] })),
});

describe('counting a source', () => {
  test.each<[string, string, object]>([
    ['# Uno\n\nDos\n---\n', 'Uno Dos', { heading: 2 }],
    ['`a` **b**c [d](https://x.example/y "z") ![e](f.png)\n', 'a bc d e', { link: 1, picture: 1 }],
    ['```js\n# no <h1> {{ x }}\n```\n', 'no h1 x', { 'code block': 1 }],
    ['| a | b |\n|---|---|\n| c | d |\n', 'a b c d', { table: 1 }],
    ['Uno[^a]\n\n[^a]: Nota\n', 'Uno Nota', { footnote: 1 }],
    ['1. uno\n- [x] dos\n> > tres\n', 'uno dos tres', {}],
    ['::: note Uno\ndos\n:::\n{{< fig src="a" >}}\n{% raw %}\n', 'Uno dos', {}],
    ['a &amp; b&nbsp;c &mdash; caf&eacute; d\n', 'a b c d', {}],
    ['<div>a</div>b<!-- c --><script>d</script> `<b>` <https://e.example>\n', 'a b b https e example', {}],
    ['    # a <h1> [b](c)\n    [^1]: d\n', 'a b d', {}],
    ['[uno]: https://x.example "dos"\n[tres][uno]\n', 'tres', {}],
  ])('in Markdown: %j', (source, words, things) => {
    const tally = tallyMarkdown(source);
    expect(tally.words.map(({ word }) => word).join(' ')).toBe(words);
    expect(Object.fromEntries(Object.entries(tally.things).filter(([, count]) => count > 0))).toEqual(things);
  });

  test('in MDX, without modules and what stands in braces', () => {
    const { words } = tallyMarkdown(
      "import A from 'a';\n\nUno {props.x} `{b}`\n\n<A c={{ d: 1 }}>\n\ndos\n\n</A>\n",
      true,
    );
    expect(words).toEqual([
      { word: 'Uno', line: 3 },
      { word: 'b', line: 3 },
      { word: 'dos', line: 7 },
    ]);
  });

  test('in HTML, with links that go on as one', () => {
    const { words, things } = tallyHtml('<h2>a</h2><p><a href="/">b</a><a href="/">c</a> [x y=1]d</p><pre>e</pre>');
    expect(words.map(({ word }) => word)).toEqual(['a', 'bc', 'd', 'e']);
    expect(things).toMatchObject({ heading: 1, link: 1, 'code block': 1 });
  });
});

describe('what is missing', () => {
  const missing = (source: string, result: RichText, told: { line: number; message: string }[] = []) =>
    findMissing(tallyMarkdown(source), tallyRichText(result, 'Título'), told);

  test('is told with its line and its words', () => {
    expect(missing('uno\n\ndos tres\n', doc('uno', 'dos'))).toEqual([
      { line: 3, message: 'words are not in the text: tres' },
    ]);
    expect(missing('uno uno\n', doc('uno'))).toHaveLength(1);
    expect(missing('uno\n\n```\ndos\n```\n', doc('uno', 'dos'))).toEqual([
      { line: 1, message: 'of 1 code block, the text has 0' },
    ]);
  });

  test('is nothing that is told on its line, has other spaces, or is the title', () => {
    expect(missing('uno dos\n', doc('uno'), [{ line: 1, message: 'dos is left out' }])).toEqual([]);
    expect(missing('uno<x>dos</x>tres\n', doc('unodostres'))).toEqual([]);
    expect(missing('# Título\n\nuno\n', doc('uno'))).toEqual([]);
  });

  // Each takes minutes if every opening looks for its end again.
  test.each([
    '<!--',
    '<script>',
    '{{',
    '{%',
    '{',
    '<a "',
    '<a href=',
    '](',
    '](a "',
    '[^',
    '![',
    '][',
    '`',
    '| -',
    '&a',
    'aaaa',
  ])('is found in the time that a text takes to read, however often it has %j', (part) => {
    const source = part.repeat(300_000 / part.length);
    expect(findMissing(tallyMarkdown(source, true), tallyRichText(doc('a')), []).length).toBeLessThan(8);
    expect(tallyHtml(source).words.length).toBeLessThan(300_001);
  });
});
