import { describe, expect, test } from 'vitest';
import { parseHtml } from '#core/html/parse-html.ts';
import type { RichTextNode } from '#core/rich-text/rich-text.ts';
import { renderPost } from './convert-post.ts';

/** A text in short: `p(words)`, `h2(words)`, marks in braces. */
function short(nodes: readonly RichTextNode[] = []): string {
  return nodes.map(one).join(' ');
}

const NAMES: { [type: string]: string } = { paragraph: 'p', bulletList: 'ul', orderedList: 'ol', listItem: 'li' };

function one({ type, text = '', marks = [], attrs = {}, content }: RichTextNode): string {
  if (type === 'text') {
    const signs: { [mark: string]: string } = { bold: 'b', italic: 'i', code: 'c', superscript: '^', strike: 's' };
    return marks.reduce(
      (inner, { type: mark, attrs: own }) => {
        return mark === 'link' ? `{a ${own?.href}: ${inner}}` : `{${signs[mark]} ${inner}}`;
      },
      text.replaceAll('\n', '⏎'),
    );
  }
  const details = [attrs.kind, attrs.language, attrs.file, attrs.alt, attrs.caption].filter(Boolean).join('|');
  const inner =
    type === 'image'
      ? ''
      : (content ?? []).map(one).join(type === 'paragraph' || type === 'heading' || type === 'codeBlock' ? '' : ' ');
  const name = type === 'heading' ? `h${attrs.level}` : (NAMES[type] ?? type);
  return `${name}${details === '' ? '' : `[${details}]`}(${inner})`;
}

function read(markdown: string, isMdx: boolean) {
  const page = renderPost(markdown, { isMdx });
  if (!page.ok) throw new Error(JSON.stringify(page.problems));
  const result = parseHtml(page.html, {
    fileOf: (src) => ({ file: src }),
    linkTo: (href) => (/^[#/]|:/.test(href) ? href : `/${href}`),
  });
  if (!result.ok) throw new Error(result.problem);
  const told = [...page.lost, ...(result.lost ?? []).map((loss) => ({ ...loss, line: page.lineOf(loss.line) }))];
  return { text: short(result.richText.content), told: told.map(({ line, message }) => `${line}: ${message}`) };
}

describe('Markdown of other programs', () => {
  test.each<[markdown: string, text: string, told?: string[]]>([
    // Liquid
    ['{% highlight ruby %}\ndef a\n  1 < 2\nend\n{% endhighlight %}\n\nb', 'codeBlock[ruby](def a⏎  1 < 2⏎end) p(b)'],
    ['- a\n\n  {% highlight js %}\n  x\n  {% endhighlight %}', 'ul(li(p(a) codeBlock[js](x)))'],
    ['`{% a %}` y `{{ b }}`', 'p({c {% a %}} y {c {{ b }}})'],
    ['    {% a %}\n    {{< b >}}\n    [^1]: c', 'codeBlock({% a %}⏎{{< b >}}⏎[^1]: c)'],
    ['~~~\n{% a %}\n:::tip\n~~~', 'codeBlock({% a %}⏎:::tip)'],
    ['Vea {{ site.url }}.', 'p(Vea .)', ['1: the value {{ site.url }} is left out']],
    ['[a]({{ site.baseurl }}/b "c")', 'p({a /b: a})', ['1: the title of a link is left out: "c"']],
    ['[**a**]({% link _posts/b.md %})', 'p({b {a /_posts/b.md: a}})'],
    ['![a]({{ "/b.png" | relative_url }})', 'image[/b.png|a]()'],
    ['<a href="{{ site.url }}/x">b</a>', 'p({a /x: b})'],
    ['{% raw %}{{ a }}{% endraw %}', 'p({{ a }})'],
    ['a {% raw %}{{ b }}{% endraw %} c', 'p(a {{ b }} c)'],
    ['{% comment %}\nnada\n{% endcomment %}\na', 'p(a)'],
    [
      '{% include a.html b="c" %}\n\nd',
      'p(d)',
      ['1: the tag "include a.html b="c"" is left out; what stands inside it stays'],
    ],
    ['{% if a %}\nb\n{% endif %}', 'p(b)', ['1: the tag "if a" is left out; what stands inside it stays']],
    // Hugo
    [
      '{{< figure src="a.png" alt="b" caption="c [d](/e) **f**" >}}\nUno [dos](/x) y **tres**.',
      'image[a.png|b|c d f]() p(Uno {a /x: dos} y {b tres}.)',
      expect.anything(),
    ],
    ['a\n{{< figure src="a.png" >}}\nb', 'p(a) image[a.png]() p(b)'],
    ['{{< highlight go >}}\na{{b}}\n\n  c\n{{< /highlight >}}', 'codeBlock[go](a{{b}}⏎⏎  c)'],
    ['[a]({{< ref "b.md" >}})', 'p({a /b.md: a})'],
    [
      '{{< note >}}\n**a**\n\n- b\n{{< /note >}}\nc',
      'p({b a}) ul(li(p(b))) p(c)',
      ['1: the shortcode "note" is left out; what stands inside it stays'],
    ],
    ['a {{% b "c" %}} d', 'p(a d)', ['1: the shortcode "b "c"" is left out; what stands inside it stays']],
    ['{{</* a "b" */>}}', 'p({{< a "b" >}})'],
    ['<div>\n{{< figure src="a.png" alt="b" >}}\n</div>', 'image[a.png|b]()'],
    // Containers
    [':::tip[Consejo]\nBeba agua.\n:::\nb', 'callout[tip](p({b Consejo}) p(Beba agua.)) p(b)'],
    ['::: warning Cuidado\na\n\n```\n:::\n```\n:::', 'callout[warning](p({b Cuidado}) p(a) codeBlock(:::))'],
    ['::::note\n:::danger\na\n:::\nb\n::::', 'callout[note](callout[warning](p(a)) p(b))'],
    [':::columns\na\n:::', 'p(a)', ['1: the container "columns" is left out; what stands inside it stays']],
    ['::: {.tip}\na\n:::', 'callout[tip](p(a))'],
    ['a\n:::note\nb\n:::', 'p(a) callout[note](p(b))'],
    ['!!! note "Uno **dos**"\n    a\n\n        b\n\nc', 'callout[note](p({b Uno dos}) p(a) codeBlock(b)) p(c)'],
    ['??? danger\n    - a\n    - b', 'callout[warning](ul(li(p(a)) li(p(b))))'],
    ['> [!INFO]\n> a', 'callout[note](p(a))'],
    // Attribute lists
    [
      'a\n{: .lead}\n\nb *c*{: .x}',
      'p(a) p(b {i c})',
      ['2: the attributes {: .lead} are left out', '4: the attributes {: .x} are left out'],
    ],
    ['`{: .a}`', 'p({c {: .a}})'],
    // Definition lists
    [
      'Uno\n: que *es*\n: o no\n\nb',
      'p({b Uno}) p(que {i es}) p(o no) p(b)',
      ['1: a term and its definitions become paragraphs'],
    ],
    ['Uno\n\n:   que\n\n    más\n\nDos\n: x', 'p({b Uno}) p(que) p(más) p({b Dos}) p(x)', expect.anything()],
    // Footnotes
    [
      'Un dato[^fuente] y otro[^2].\n\n[^fuente]: Primera.\n\n    Segundo.\n[^2]: Dos.\n[^3]: Tres.',
      'p(Un dato{^ 1} y otro{^ 2}.) p({^ 1} Primera.) p(Segundo.) p({^ 2} Dos.) p({^ 3} Tres.)',
      expect.arrayContaining([
        '3: a footnote becomes part of the text',
        '6: a footnote becomes part of the text',
        '7: a footnote becomes part of the text',
      ]),
    ],
    ['a[^1][^2]\n\n[^1]: b\n[^2]: c\n    d', 'p(a{^ 1,2}) p({^ 1} b) p({^ 2} c d)', expect.anything()],
    ['a[^x]', 'p(a[^x])'],
    ['a[^n]\n\n[^n]:\n    - b\n    - c', 'p(a{^ 1}) p({^ 1}) ul(li(p(b)) li(p(c)))', expect.anything()],
    ['> a[^n]\n>\n> [^n]: b', 'blockquote(p(a{^ 1}) p({^ 1} b))', expect.anything()],
    [
      '| a[^n] |\n|---|\n| `[^n]` |\n\n[^n]: b',
      'table(tableRow(tableHeader(p(a{^ 1}))) tableRow(tableCell(p({c [^n]})))) p({^ 1} b)',
      expect.anything(),
    ],
  ])('%j', (markdown, text, told = []) => {
    const result = read(markdown, false);
    expect(result.text).toBe(text);
    expect(result.told).toEqual(told);
  });
});

describe('MDX', () => {
  test.each<[mdx: string, text: string, told?: string[]]>([
    [
      '<Steps>\n1. Agregue `<script>` a la página.\n</Steps>\n\nEl resto.',
      'ol(li(p(Agregue {c <script>} a la página.))) p(El resto.)',
      ['1: the component <Steps> is left out; what stands inside it stays'],
    ],
    [
      '<Tabs>\n  <TabItem label="npm">\n  ```sh\n  npm install\n  npm start\n  ```\n  </TabItem>\n</Tabs>\n\nFin.',
      'codeBlock[sh](npm install⏎npm start) p(Fin.)',
      [
        '1: the component <Tabs> is left out; what stands inside it stays',
        '2: the component <TabItem label="npm"> is left out; what stands inside it stays',
      ],
    ],
    [
      '<Tabs>\n    <TabItem>\n        ```sh\n        a\n          b\n        ```\n        - c\n          - d\n    </TabItem>\n</Tabs>',
      'codeBlock[sh](a⏎  b) ul(li(p(c) ul(li(p(d)))))',
      expect.anything(),
    ],
    ['import a from "./b.png"\nimport { c } from "d"\n\n<Image src={a} alt="e" />', 'image[./b.png|e]()'],
    [
      'export const a = {\n  b: 1,\n\n  c: 2,\n}\n\nd',
      'p(d)',
      ['1: what a post exports is left out: export const a = {'],
    ],
    ['a {/* b */} c {"d"} {e + "}"} f', 'p(a c d f)', ['1: the value {e + "}"} is left out']],
    ['{items.map((a) => (\n  <li>{a}</li>\n\n))}\n\nb', 'p(b)', ['1: the value {items.map((a) => ( is left out']],
    ['```\n{a}\n<B>\n```\n`{c}` \\{d}', 'codeBlock({a}⏎<B>) p({c {c}} {d})'],
    ['<div className="x">\n**a**\n</div>', 'p({b a})'],
    [
      'Un <Badge text="nuevo" /> y <b>dos</b>.',
      'p(Un y {b dos}.)',
      ['1: the component <Badge text="nuevo" /> is left out; what stands inside it stays'],
    ],
    ['<Button>Pulse</Button>', 'p(Pulse)', ['1: the component <Button> is left out; what stands inside it stays']],
    [
      '<Card\n  title="a"\n  b={{ c: ">" }}\n>\n\nd\n\n</Card>',
      'p(d)',
      ['1: the component <Card title="a" b={{ c: ">" }} > is left out; what stands inside it stays'],
    ],
    ['<>\na\n</>', 'p(a)'],
    ['1 < 2 y 3', 'p(1 < 2 y 3)'],
    [':::note\n<A>\nb\n</A>\n:::', 'callout[note](p(b))', expect.anything()],
  ])('%j', (mdx, text, told = []) => {
    const result = read(mdx, true);
    expect(result.text).toBe(text);
    expect(result.told).toEqual(told);
  });
});
