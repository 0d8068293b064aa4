import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeText } from '../rich-text/rich-text.ts';
import { richTextProblems } from '../rich-text/rich-text-problems.ts';
import { parseMarkdown } from './parse-markdown.ts';

function parse(markdown: string) {
  const result = parseMarkdown(markdown);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  expect(richTextProblems(result.richText)).toEqual([]);
  return result.richText.content;
}

function problems(markdown: string) {
  const result = parseMarkdown(markdown);
  return result.ok ? [] : result.problems;
}

const text = (value: string) => ({ type: 'text', text: value });

describe('parseMarkdown', () => {
  test('keeps headings, emphasis and links', () => {
    expect(parse('## Qué es\n\nUn *estudio* **muy [corto](item:chest-x-ray)**.')).toEqual([
      { type: 'heading', attrs: { level: 2 }, content: [text('Qué es')] },
      {
        type: 'paragraph',
        content: [
          text('Un '),
          { type: 'text', text: 'estudio', marks: [{ type: 'italic' }] },
          text(' '),
          { type: 'text', text: 'muy ', marks: [{ type: 'bold' }] },
          {
            type: 'text',
            text: 'corto',
            marks: [{ type: 'bold' }, { type: 'link', attrs: { href: 'item:chest-x-ray' } }],
          },
          text('.'),
        ],
      },
    ]);
  });

  test('keeps nested lists and where a numbered one starts', () => {
    expect(parse('3. tres\n   - dentro\n4. cuatro')).toEqual([
      {
        type: 'orderedList',
        attrs: { start: 3 },
        content: [
          {
            type: 'listItem',
            content: [
              { type: 'paragraph', content: [text('tres')] },
              {
                type: 'bulletList',
                content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [text('dentro')] }] }],
              },
            ],
          },
          { type: 'listItem', content: [{ type: 'paragraph', content: [text('cuatro')] }] },
        ],
      },
    ]);
  });

  test.each(['[!WARNING]\n> Llame al **911**.', '[!warning]\n>\n> Llame al **911**.'])(
    'reads %j as a callout',
    (quoted) => {
      expect(parse(`> ${quoted}`)).toEqual([
        {
          type: 'callout',
          attrs: { kind: 'warning' },
          content: [
            {
              type: 'paragraph',
              content: [text('Llame al '), { type: 'text', text: '911', marks: [{ type: 'bold' }] }, text('.')],
            },
          ],
        },
      ]);
    },
  );

  test('keeps tables with their alignment', () => {
    const [table] = parse('| Estudio | mSv |\n|---|--:|\n| Tórax | 0.1 |');
    expect(table?.content?.map((row) => row.content?.map(({ type, attrs }) => [type, attrs?.align]))).toEqual([
      [
        ['tableHeader', undefined],
        ['tableHeader', 'right'],
      ],
      [
        ['tableCell', undefined],
        ['tableCell', 'right'],
      ],
    ]);
  });

  test('keeps line breaks, code, character references, and sub- and superscripts', () => {
    expect(parse('a  \nb `&amp;` &amp; &lt;x&gt; CO<sub>2</sub>')).toEqual([
      {
        type: 'paragraph',
        content: [
          text('a'),
          { type: 'hardBreak' },
          text('b '),
          { type: 'text', text: '&amp;', marks: [{ type: 'code' }] },
          text(' & <x> CO'),
          { type: 'text', text: '2', marks: [{ type: 'subscript' }] },
        ],
      },
    ]);
  });

  test('keeps a picture that stands alone', () => {
    const media = '0'.repeat(32);
    expect(parse(`![Una placa](media:${media} "Pie")`)).toEqual([
      { type: 'image', attrs: { media, alt: 'Una placa', caption: 'Pie' } },
    ]);
  });

  test('keeps the path of a picture where files may be named, and never an address', () => {
    const read = (markdown: string) => parseMarkdown(markdown, { pictureFiles: true });
    expect(read('![Una placa](fotos/una%20placa.jpg "Pie")')).toMatchObject({
      richText: {
        content: [{ type: 'image', attrs: { file: 'fotos/una placa.jpg', alt: 'Una placa', caption: 'Pie' } }],
      },
    });
    expect(parseMarkdown('![a](a.jpg)')).toMatchObject({ ok: false });
    for (const address of ['https://example.org/a.jpg', '//example.org/a.jpg', '/a.jpg', 'file:a.jpg', 'data:,a']) {
      expect([address, read(`![a](${address})`)]).toMatchObject([address, { ok: false }]);
    }
    expect(read('See ![a](a.jpg) here')).toMatchObject({
      problems: [{ line: 1, message: expect.stringContaining('![what it shows](picture.jpg)') }],
    });
  });

  test('takes a picture without a text for one that nobody described', () => {
    const media = '0'.repeat(32);
    expect(parse(`![](media:${media})`)).toEqual([{ type: 'image', attrs: { media } }]);
  });

  test.each([
    ['bien\n\n# Título', 3, 'first level'],
    ['##### muy hondo', 1, '## to ####'],
    ['uno\n\n<div>dos</div>', 3, '<div>dos</div>'],
    ['uno <b>dos</b>', 1, '<b>'],
    ['- a\n- [ ] b', 2, 'tasks'],
    ['> [!DANGER]\n> x', 1, 'DANGER'],
    ['> [!NOTE] x', 1, 'line after'],
    ['> [!NOTE]', 1, 'needs text'],
    ['a\n\n- b\n- [c](javascript:alert(1))', 4, 'javascript'],
    ['[c](ftp://example.org)', 1, 'https:'],
    ['[c](https://example.org "titulo")', 1, 'titulo'],
    ['a\nb ![c](d.png)', 2, 'picture'],
    ['CO<sub>2', 1, 'not closed'],
  ])('says what it cannot keep of %j and on which line', (markdown, line, words) => {
    expect(problems(markdown)).toContainEqual({ line, message: expect.stringContaining(words) });
  });

  test('tells of words behind the language of a code block, which have no place', () => {
    expect(parseMarkdown('~~~ ts and more\nx\n~~~')).toMatchObject({ ok: false });
    expect(parseMarkdown('~~~ ts\nx\n~~~')).toMatchObject({ ok: true });
  });

  test('never loses a word: it keeps it or it says so', () => {
    const word = fc.stringMatching(/^[a-zñáé0-9]{1,8}$/);
    const sign = fc.constantFrom(
      '*',
      '**',
      '_',
      '`',
      '~~',
      '> ',
      '- ',
      '1. ',
      '## ',
      '\n',
      '\n\n',
      '|',
      '<',
      '&',
      '[',
      '](',
      ')',
      '    ',
      '\\',
      '> [!NOTE]\n> ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(word, sign), { maxLength: 40 }), (parts) => {
        const markdown = parts.map((part) => (/^[a-zñáé0-9]+$/.test(part) ? ` w${part}w ` : part)).join('');
        const result = parseMarkdown(markdown);
        if (!result.ok) return;
        expect(richTextProblems(result.richText)).toEqual([]);
        const kept = JSON.stringify(result.richText);
        for (const word of markdown.match(/\bw[a-zñáé0-9]+w\b/g) ?? []) {
          if (!/\[[^\]]*\]:/.test(markdown)) expect(kept).toContain(word);
        }
      }),
      { numRuns: 700 },
    );
  });

  test('an empty text has no blocks', () => {
    expect(parse('\n\n')).toEqual([]);
    expect(nodeText({ type: 'doc', content: parse('') })).toBe('');
  });

  test.each([`${'>'.repeat(20_000)} fin`, '1. '.repeat(60_000), `hola\n\n${'> - '.repeat(20)}fin`])(
    'what is nested without end is a problem',
    (markdown) => {
      expect(problems(markdown)).toMatchObject([{ message: 'something is nested too deeply' }]);
    },
  );

  // Each would take marked minutes.
  test.each([
    '_a*',
    '_a_*',
    '“*a',
    '😀*a',
    '**a',
    'a**b',
    '*`a',
    '[a](b "',
    '[[a](b)',
    'x<!--',
    'https://a.b/?!',
    'a_',
    '>>>>>     a\nb\n',
  ])('refuses %j by the ten thousand, and says where', (part) => {
    expect(problems(`hola\n\n${part.repeat(20_000)}`)).toMatchObject([
      { line: 3, message: expect.stringContaining('in one block') },
    ]);
  });

  test.each([
    ['text with many signs in short paragraphs', 'La **dosis** es *baja*: `0.1` [mSv](item:msv).\n\n'.repeat(4_000)],
    ['text with many signs in one paragraph', 'La **dosis** es *baja*: `0.1` [mSv](item:msv). '.repeat(4_000)],
    ['text with a long gap', `a${'\t'.repeat(300_000)}b`],
    ['code of many lines', `\`\`\`\n${'const a = b[c] * d;\n'.repeat(9_000)}\`\`\``],
    ['a table of many rows', `|a|b|\n|-|-|\n${'| **Tórax**, de frente | 0.1 mSv |\n'.repeat(5_000)}`],
    ['a list of many items', '- La **dosis** es *baja*\n  - muy baja\n'.repeat(4_000)],
  ])('keeps %s', (_, markdown) => {
    expect(parse(markdown)).not.toEqual([]);
  });

  test('refuses an item of a list with lines by the ten thousand', () => {
    expect(problems(`- a\n${'  b\n'.repeat(50_000)}`)).toMatchObject([{ line: 1 }]);
  });

  test('refuses a reference to an address that is too long, and tells of the title of one only its beginning', () => {
    expect(problems(`[a]: /${'x'.repeat(100_000)}\n\nver [a]`)).toMatchObject([
      { line: 3, message: expect.stringContaining('at most 2,000 characters') },
    ]);
    const [problem] = problems(`[a]: /x "${'x'.repeat(100_000)}"\n\nver [a]`);
    expect(problem?.message.length).toBeLessThan(3_000);
  });

  test('tells of a hundred problems at most', () => {
    expect(problems('# a\n\n'.repeat(1_000))).toHaveLength(100);
  });
});
