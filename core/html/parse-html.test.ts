import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { richTexts } from '../../test/helpers/texts/rich-text-arbitraries.ts';
import type { RichText } from '../rich-text/rich-text.ts';
import { richTextProblems } from '../rich-text/rich-text-problems.ts';
import { writeHtml } from '../rich-text/write-html.ts';
import { parseHtml } from './parse-html.ts';

/** The rich text of valid HTML. */
function read(html: string): RichText {
  const result = parseHtml(html);
  if (!result.ok) throw new Error(result.problem);
  return result.richText;
}

const text = (value: string, ...marks: string[]) => ({
  type: 'text',
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
  text: value,
});
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const media = 'ab'.repeat(16);

describe('parseHtml', () => {
  test.each([
    [
      '<p>Un <b>estudio</b> <em>breve</em></p>',
      [paragraph(text('Un '), text('estudio', 'bold'), text(' '), text('breve', 'italic'))],
    ],
    ['uno<br>dos', [paragraph(text('uno'), { type: 'hardBreak' }, text('dos'))]],
    ['<div>uno</div><div><span>dos</span></div>', [paragraph(text('uno')), paragraph(text('dos'))]],
    ['<h1>a</h1>', [{ type: 'heading', attrs: { level: 2 }, content: [text('a')] }]],
    ['<h6>a</h6>', [{ type: 'heading', attrs: { level: 4 }, content: [text('a')] }]],
    [
      '<ul>\n <li>a\n <li><p>b</p>\n</ul>',
      [
        {
          type: 'bulletList',
          content: ['a', 'b'].map((word) => ({ type: 'listItem', content: [paragraph(text(word))] })),
        },
      ],
    ],
    [
      '<pre><code class="language-ts">a\n  b</code></pre>',
      [{ type: 'codeBlock', attrs: { language: 'ts' }, content: [text('a\n  b')] }],
    ],
    [
      `<figure><img src="/media/${media}/640.webp" alt=""><figcaption>Pie</figcaption></figure>`,
      [{ type: 'image', attrs: { media, alt: '', caption: 'Pie' } }],
    ],
    [
      '<aside data-callout="tip">x</aside>',
      [{ type: 'callout', attrs: { kind: 'tip' }, content: [paragraph(text('x'))] }],
    ],
    [
      '<table><caption>Dosis <b>media</b></caption><tr><td>a</td></tr></table>',
      [
        paragraph(text('Dosis '), text('media', 'bold')),
        {
          type: 'table',
          content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [paragraph(text('a'))] }] }],
        },
      ],
    ],
    [
      '<p><b style="font-weight:normal">Normal</b> <span style="font-weight: 700; vertical-align:super">negrita</span></p>',
      [paragraph(text('Normal '), text('negrita', 'bold', 'superscript'))],
    ],
    [
      '<i>a<span style="font-style:normal">b</span></i><span style="text-decoration: line-through">c</span>',
      [paragraph(text('a', 'italic'), text('b'), text('c', 'strike'))],
    ],
    [
      '<a href="/x">uno</a><a href="/x">dos</a>',
      [
        paragraph({ type: 'text', text: 'uno', marks: [{ type: 'link', attrs: { href: '/x' } }] }, text(' '), {
          type: 'text',
          text: 'dos',
          marks: [{ type: 'link', attrs: { href: '/x' } }],
        }),
      ],
    ],
    [
      '<a href=" https://example.com/x ">a</a>',
      [paragraph({ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href: 'https://example.com/x' } }] })],
    ],
    ['<dl><dt>Talla</dt><dd>Grande</dd></dl>', [paragraph(text('Talla', 'bold')), paragraph(text('Grande'))]],
    [
      '<ol start="3"><li value="7">siete</li></ol>',
      [
        {
          type: 'orderedList',
          attrs: { start: 7 },
          content: [{ type: 'listItem', content: [paragraph(text('siete'))] }],
        },
      ],
    ],
    [
      '<ul><li>a</li><ul><li>b</li></ul></ul>',
      [
        {
          type: 'bulletList',
          content: [
            {
              type: 'listItem',
              content: [
                paragraph(text('a')),
                { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('b'))] }] },
              ],
            },
          ],
        },
      ],
    ],
    ['<figure><img src="/no.png"><figcaption>Pie</figcaption></figure>', [paragraph(text('Pie'))]],
    ['<table><caption>Sola</caption></table>', [paragraph(text('Sola'))]],
    ['<my-thing>a</my-thing><u>b</u>', [paragraph(text('ab'))]],
    ['  a \n  b  ', [paragraph(text('a b'))]],
    ['', []],
  ])('%s', (html, content) => {
    expect(read(html)).toEqual({ type: 'doc', content });
  });

  test.each([
    '<script>alert(1)</script>a',
    '<style>p { color: red }</style>a',
    '<p onclick="alert(1)" style="position: fixed">a</p>',
    '<a href="javascript:alert(1)">a</a>',
    '<a href="ftp://example.org/">a</a>',
    '<iframe src="https://example.org/"></iframe>a',
    '<svg><script>alert(1)</script></svg>a',
    '<img src="https://example.org/x.png" onerror="alert(1)">a',
    '<template><p>b</p></template>a',
    '<math><mtext></mtext></math><noscript>b</noscript>a',
  ])('of %s nothing stays but its words', (html) => {
    expect(read(html)).toEqual({ type: 'doc', content: [paragraph(text('a'))] });
  });

  test('takes pictures of the site by their whole address, and by what writeHtml noted', () => {
    const origin = 'https://example.org';
    const html = [
      `<img src="${origin}/media/${media}/original">`,
      `<figure data-media="${media}"><img src="cid:1" alt="x"></figure>`,
      `<img data-media="${media}">`,
      `<img src="https://example.com/media/${media}/original">`,
      `<img src="${origin}.example.com/media/${media}/original">`,
      `<img src="https://example.com/a.png" data-media="../x">`,
    ].join('');
    const result = parseHtml(html, { origin });
    expect(result.ok && result.richText.content).toEqual([
      { type: 'image', attrs: { media } },
      { type: 'image', attrs: { media, alt: 'x' } },
      { type: 'image', attrs: { media } },
    ]);
  });

  test.each([
    ['figures in a figure', (figure: string) => `<figure>${figure}${figure}<figcaption>Pie</figcaption></figure>`],
    [
      'a list in a figure, as WordPress wrote it once',
      (figure: string) =>
        `<figure class="wp-block-gallery"><ul><li>${figure}</li><li>${figure}</li></ul><figcaption>Pie</figcaption></figure>`,
    ],
  ])('makes a gallery of %s, and a paragraph of its caption', (_, around) => {
    const image = { type: 'image', attrs: { media } };
    const html = around(`<figure><img src="/media/${media}/original"></figure>`);
    expect(read(html).content).toEqual([{ type: 'gallery', content: [image, image] }, paragraph(text('Pie'))]);
  });

  test('leaves a table with pictures a table', () => {
    const cell = `<td><img src="/media/${media}/original"></td>`;
    expect(read(`<figure><table><tr>${cell}${cell}</tr></table></figure>`).content).toMatchObject([{ type: 'table' }]);
  });

  test.each(['data-width="wide"', 'class="wp-block-image alignwide"', 'class="alignfull size-large"'])(
    'reads a figure with %s as a wide picture',
    (attribute) => {
      expect(read(`<figure ${attribute}><img src="/media/${media}/original"></figure>`).content).toEqual([
        { type: 'image', attrs: { media, width: 'wide' } },
      ]);
    },
  );

  test('takes pictures from files, changes links, and tells the lines of blocks, for those who ask', () => {
    const html = `<p><a href="a.md">uno</a></p>\n<figure><img src="a.png" alt="A"><figcaption>Pie</figcaption></figure>\n
      <ul><li><img src="a.png"><img src="b.png"></li></ul>dos`;
    const result = parseHtml(html, {
      fileOf: (src) => (src === 'a.png' ? { file: 'img/a.png' } : { problem: 'there is no such file' }),
      linkTo: (href) => `/${href}`,
      withLines: true,
    });
    const linked = { type: 'text', text: 'uno', marks: [{ type: 'link', attrs: { href: '/a.md' } }] };
    const image = { type: 'image', attrs: { file: 'img/a.png' } };
    expect(result).toEqual({
      ok: true,
      richText: {
        type: 'doc',
        content: [
          { ...paragraph(linked), attrs: { line: 1 } },
          { type: 'image', attrs: { file: 'img/a.png', alt: 'A', caption: 'Pie', line: 2 } },
          { type: 'bulletList', attrs: { line: 4 }, content: [{ type: 'listItem', content: [image] }] },
          { ...paragraph(text('dos')), attrs: { line: 4 } },
        ],
      },
      lost: [
        { line: 4, message: 'the picture "b.png" is left out: there is no such file', markup: '<img src="b.png">' },
      ],
    });
  });

  test('takes elements that are nested without end', () => {
    const deep = read(`${'<div><blockquote><b>'.repeat(5_000)}fin`);
    expect(JSON.stringify(deep)).toContain('fin');
  });

  test('reads figures in the captions of figures, and pictures that are nowhere in them, once', () => {
    const deep = read(`${'<figure><figcaption>'.repeat(24)}fin`);
    expect(deep).toEqual({ type: 'doc', content: [paragraph(text('fin'))] });
    expect(JSON.stringify(read(`${'<figure>'.repeat(2_500)}fin`))).toContain('fin');
  });

  test('takes no text that makes elements without end', () => {
    const reopened = Array.from({ length: 1_000 }, (_, index) => `<p><b id=${index}>`).join('');
    expect(parseHtml(reopened)).toEqual({ ok: false, problem: 'It has more than 20000 elements.' });
  });

  test('whatever it is given, it gives a rich text', () => {
    const piece = fc.constantFrom(
      ...'<p> </p> <li> <ul> </ul> <table> <tr> <td> </td> </table> <b> </b> <a href="#x"> </a> <pre> </pre> <h2> </h2> <br> <img src="/media/x"> <aside> <figure> <figcaption> </figcaption> </figure> &amp; &lt a b'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect(richTextProblems(read(pieces.join(' ')))).toEqual([]);
      }),
    );
  });
});

test('a rich text as HTML is the same rich text again', () => {
  const run = fc
    .oneof(
      fc.constantFrom('a', ' ', '  b', 'c\n', '\td ', '<i>&amp;</i>', '"e"', '\r\n', '\n', 'ñ\u00a0😀'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
    )
    // HTML documents cannot contain it.
    .filter((value) => !value.includes('\0'));
  fc.assert(
    fc.property(richTexts(run), (richText) => {
      expect(read(writeHtml(richText))).toEqual(richText);
    }),
    { numRuns: 300 },
  );
});

test('what a rich text cannot have is told with its line, up to a limit', () => {
  const html = [
    '<h1>Visit</h1>',
    '<p>At <u>night</u>, <a href="javascript:alert(1)">here</a> and <a name="x">there</a>.</p>',
    '<iframe src="https://maps.example.org"></iframe>',
    '<p><img src="https://example.org/a.jpg"><script>1</script><span>End</span></p>',
  ].join('\n');
  const result = parseHtml(html);
  expect(result.ok && result.lost).toEqual([
    { line: 1, message: '<h1> becomes <h2>' },
    { line: 2, message: '<u> is left out; its contents stay' },
    {
      line: 2,
      message: expect.stringMatching(/^a link is left out, its words stay: the address "javascript:alert\(1\)" is not/),
    },
    { line: 3, message: '<iframe> is left out, with its contents: https://maps.example.org' },
    { line: 4, message: 'the picture "https://example.org/a.jpg" is left out: it is not one of the site' },
    { line: 4, message: '<script> is left out, with its contents' },
  ]);
  const more = [
    '<abbr title="Organización">OMS</abbr><button>Enviar</button>',
    `<figure><a href="/mapa"><img src="/media/${media}/original"></a><figcaption>De <a href="/f">allí</a></figcaption></figure>`,
    '<dl><dt>a</dt></dl><span style="text-decoration:underline">b</span>',
    '<ol><li>a</li><li value="5">b</li></ol>',
    '<pre><code><a href="/c">c</a></code></pre>',
    '<a href="/d"><img src="/e.png"></a>',
  ];
  const others = parseHtml(more.join('\n'));
  expect(others.ok && others.lost).toEqual([
    { line: 1, message: 'what "OMS" stands for is left out: Organización' },
    { line: 1, message: '<button> is left out, with its contents: "Enviar"' },
    { line: 2, message: 'a link in a caption is left out, its words stay: /f' },
    { line: 2, message: 'the link of a picture is left out: /mapa' },
    { line: 3, message: '<dl> becomes paragraphs, its terms in bold', isKept: true },
    { line: 3, message: 'underlining is left out; its words stay' },
    { line: 4, message: 'the number 5 of an item becomes 2' },
    { line: 5, message: 'a link in code is left out, its words stay: /c' },
    { line: 6, message: 'the picture "/e.png" is left out, with its link to /d: it is not one of the site' },
  ]);
  const endless = parseHtml('<u>x</u>'.repeat(1_000));
  expect(endless.ok && endless.lost?.length).toBe(100);
});
