import { describe, expect, test } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';

function render(markdown: string, title?: string) {
  const page = renderMarkdown(markdown, title === undefined ? {} : { title });
  if (!page.ok) throw new Error(JSON.stringify(page.problems));
  return { ...page, html: page.html.replace(/\n+$/, '') };
}

describe('renderMarkdown', () => {
  test('keeps HTML, and gives pictures their caption', () => {
    expect(render('uno <kbd>dos</kbd>\n\n<div>tres</div>\n\n![alt](a.png "Pie")').html).toBe(
      '<p>uno <kbd>dos</kbd></p>\n\n<div>tres</div>\n\n<figure><img src="a.png" alt="alt" title="Pie"><figcaption>Pie</figcaption></figure>',
    );
  });

  test.each([
    ['> [!TIP]\n> x', '<aside data-callout="tip"><p>\nx</p>\n</aside>', []],
    ['> [!CAUTION]\n> x', '<aside data-callout="warning"><p>\nx</p>\n</aside>', []],
    [
      '> [!POEM]\n> x',
      '<blockquote><p>[!POEM]\nx</p>\n</blockquote>',
      [{ line: 1, message: 'there is no callout "POEM": it becomes a quotation' }],
    ],
    ['```js {1}\na\n```', '<pre><code class="language-js">a</code></pre>', []],
    [
      'a\n\n[b](/c "d")',
      '<p>a</p>\n\n<p><a href="/c" title="d">b</a></p>',
      [{ line: 3, message: 'the title of a link is left out: "d"' }],
    ],
    [
      '- [x] a',
      '<ul><li>a</li>\n</ul>',
      [{ line: 1, message: 'the box of a list of tasks is left out; its words stay' }],
    ],
    ['## A {#b}', '<h2>A</h2>', [{ line: 1, message: 'the attributes of a heading are left out: {#b}', isKept: true }]],
  ])('renders %j', (markdown, html, lost) => {
    expect(render(markdown)).toMatchObject({ html, lost });
  });

  test('lets all headings go down if one is of the first level, but not for a title that is repeated', () => {
    expect(render('# T\n\n## A', 'T')).toMatchObject({ html: '\n\n<h2>A</h2>', lost: [] });
    expect(render('# A\n\n## B', 'T')).toMatchObject({
      html: '<h2>A</h2>\n\n<h3>B</h3>',
      lost: [{ line: 1 }, { line: 3, message: 'a heading of level 2 becomes one of level 3: # is the title' }],
    });
  });

  test('knows the line in Markdown of each line in HTML', () => {
    const markdown =
      'uno\ndos\n\n- a\n- <i>b</i>\n\n| x |\n|---|\n| <u>y</u> |\n\n```\nc\n```\n\n> q\n\n<p>\n<u>z</u></p>\n';
    const { html, lineOf } = render(markdown);
    for (const found of ['dos', '<i>b', '<u>y', 'q', '<u>z']) {
      const line = html.split('\n').findIndex((text) => text.includes(found)) + 1;
      expect(markdown.split('\n')[lineOf(line) - 1], found).toContain(found);
    }
  });

  test('refuses a text that is too long with what its references stand for', () => {
    const text = `[a]: /${'x'.repeat(1_900)}\n\n${'[a]\n\n'.repeat(20_000)}`;
    expect(renderMarkdown(text)).toMatchObject({ ok: false });
  });

  test('refuses what takes too long to read', () => {
    expect(renderMarkdown(`${'> '.repeat(3_000)}a`)).toMatchObject({ ok: false, problems: [{ line: 1 }] });
  });
});
