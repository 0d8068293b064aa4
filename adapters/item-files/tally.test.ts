import { describe, expect, test } from 'vitest';
import type { RichText, RichTextNode } from '#core/rich-text/rich-text.ts';
import { findMissing, tallyHtml, tallyMarkdown, tallyRichText, wordsOf } from './tally.ts';

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
    ['{% raw %}uno {{ x }}{% endraw %} dos\n\n```\n{% endraw %}\n```\n', 'uno dos', { 'code block': 1 }],
    ['<b title="a > b --> c">d</b> <i title=\'"\'>e</i>\n', 'd e', {}],
    ['a|b\n-|-|-\n\n\\<table> \\[c](d) <a href="e">\n <img></a> [{{ f }}](g)\n', 'a b table c', { picture: 1 }],
    ['[uno]: https://x.example "dos"\n[tres][uno]\n', 'tres', {}],
  ])('in Markdown: %j', (source, words, things) => {
    const tally = tallyMarkdown(source);
    expect(wordsOf(tally.text).join(' ')).toBe(words);
    expect(Object.fromEntries(Object.entries(tally.things).filter(([, count]) => count > 0))).toEqual(things);
  });

  test('in MDX, without modules and what stands in braces', () => {
    const source = "import A from 'a';\n\nUno {props.x} `{b}` \\{\n\n<A c={{ d: 1 }}>\n\ndos\n\n</A>\n";
    const { text: plain } = tallyMarkdown(source, true);
    expect(plain.split('\n').map(wordsOf)).toEqual([[], [], ['Uno', 'b'], [], [], [], ['dos'], [], [], []]);
  });

  test('in HTML, without the attributes of blocks, which may have the end of a comment', () => {
    const text = '<!-- wp:p {"a":"b --> c"} -->\n<p>d</p>\n<!-- /wp:p --><!-- wp:e /--><!-- <b>f</b> -->';
    expect(wordsOf(tallyHtml(text).text)).toEqual(['d']);
  });

  test('in HTML, with links that go on as one', () => {
    const { text: plain, things } = tallyHtml(
      '<h2>a</h2><p><a href="/">b</a><a href="/">c</a> [x y=1]d</p><pre>e</pre>',
    );
    expect(wordsOf(plain)).toEqual(['a', 'bc', 'd', 'e']);
    expect(things).toMatchObject({ heading: 1, link: 1, 'code block': 1 });
  });
});

describe('what is missing', () => {
  const missing = (source: string, result: RichText, leftOut: string[] = []) =>
    findMissing(tallyMarkdown(source), tallyRichText(result, 'Título'), leftOut);

  test('is told with its line and its words', () => {
    expect(missing('uno\n\ndos tres\n', doc('uno', 'dos'))).toEqual([
      { line: 3, message: 'words are not in the text: tres' },
    ]);
    expect(missing('uno uno\n', doc('uno'))).toHaveLength(1);
    expect(missing('uno\n\n```\ndos\n```\n', doc('uno', 'dos'))).toEqual([
      { line: 1, message: 'of 1 code block, the text has 0' },
    ]);
  });

  test('is what is told to be left out only as often as that has it', () => {
    expect(missing('uno dos\n', doc('uno'), ['dos'])).toEqual([]);
    expect(missing('uno dos dos\n', doc('uno'), ['dos'])).toHaveLength(1);
    expect(missing('![](a) ![](b)\n', doc(), ['<img src="a">', '![](b)'])).toEqual([]);
    expect(missing('![](a) ![](b)\n', doc(), ['<img src="a">', '<a href="b">'])).toEqual([
      { line: 1, message: 'of 2 pictures, the text has 0' },
    ]);
  });

  test('is nothing that has other spaces, or is the title', () => {
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
    '<!-- wp:a {',
    '<a "\'',
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
    expect(tallyHtml(source).text.length).toBeLessThan(300_001);
  });
});
