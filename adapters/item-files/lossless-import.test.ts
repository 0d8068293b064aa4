import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseHtml } from '#core/html/parse-html.ts';
import { parseMarkdown } from '#core/markdown/parse-markdown.ts';
import type { RichText, RichTextNode } from '#core/rich-text/rich-text.ts';
import { writeHtml } from '#core/rich-text/write-html.ts';
import { writeMarkdown } from '#core/rich-text/write-markdown.ts';
import { renderPost } from './markdown/convert-post.ts';
import { findMissing, type Tally, tallyHtml, tallyMarkdown, tallyRichText, wordsOf } from './tally.ts';
import { contentToHtml } from './wordpress/content-to-html.ts';
import { createExportIndex } from './wordpress/export-index.ts';

/** Documents per format; `RUNS=5000` for a long run. */
const RUNS = Number(process.env.RUNS ?? 40);

/** A block of a document, and how it is written in each format. */
interface Made {
  markdown: string;
  html: string;
  /** A block of WordPress. */
  wordPress: string;
  /** What is counted: words, links, headings, cells, lines of code, notes. */
  words: string[];
  links: number;
  headings: number;
  cells: number;
  lines: number;
  notes: number;
}

/** Words that are found once, since each has a number. */
let next = 0;
const word = fc.constantFrom('agua', 'niño', 'Über', 'x²', '日本', 'año', 'data').map((stem) => `${stem}${next++}`);
const words = fc.array(word, { minLength: 1, maxLength: 5 });

interface Inline extends Pick<Made, 'markdown' | 'html' | 'words' | 'links'> {}

const TAGS: { [sign: string]: string } = { '**': 'strong', '*': 'em', '~~': 's', '`': 'code' };

const inline: fc.Arbitrary<Inline> = fc
  .tuple(fc.constantFrom('', '**', '*', '~~', '`', 'link', 'snake'), words)
  .map(([kind, own]) => {
    const text = own.join(' ');
    const made = { words: own, links: 0 };
    const tag = TAGS[kind];
    if (tag) return { ...made, markdown: `${kind}${text}${kind}`, html: `<${tag}>${text}</${tag}>` };
    if (kind === 'link') {
      const href = `https://a.example/${encodeURIComponent(own[0] ?? '')}`;
      return { ...made, links: 1, markdown: `[${text}](${href})`, html: `<a href="${href}">${text}</a>` };
    }
    return { ...made, markdown: text, html: text };
  });
const line: fc.Arbitrary<Inline> = fc.array(inline, { minLength: 1, maxLength: 4 }).map((parts) => ({
  markdown: parts.map(({ markdown }) => markdown).join(' y '),
  html: parts.map(({ html }) => html).join(' y '),
  words: parts.flatMap((part) => part.words),
  links: parts.reduce((sum, { links }) => sum + links, 0),
}));

const NOTHING = { links: 0, headings: 0, cells: 0, lines: 0, notes: 0 };
const lineTotals = (lines: Inline[]) => ({
  words: lines.flatMap((own) => own.words),
  links: lines.reduce((sum, { links }) => sum + links, 0),
});
const wrap = (name: string, html: string, attributes = '') =>
  `<!-- wp:${name}${attributes} -->\n${html}\n<!-- /wp:${name} -->`;

const paragraph: fc.Arbitrary<Made> = line.map((own) => ({
  ...NOTHING,
  ...own,
  html: `<p>${own.html}</p>`,
  wordPress: wrap('paragraph', `<p>${own.html}</p>`, ' {"style":{"color":{"text":"#000"}}}'),
}));
const heading: fc.Arbitrary<Made> = line.map((own) => ({
  ...NOTHING,
  ...own,
  headings: 1,
  markdown: `## ${own.markdown}`,
  html: `<h2>${own.html}</h2>`,
  wordPress: wrap('heading', `<h2>${own.html}</h2>`),
}));
const list: fc.Arbitrary<Made> = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => {
  const items = lines.map(({ html }) => `<li>${html}</li>`);
  return {
    ...NOTHING,
    ...lineTotals(lines),
    markdown: lines.map(({ markdown }) => `- ${markdown}`).join('\n'),
    html: `<ul>${items.join('')}</ul>`,
    wordPress: wrap('list', `<ul>${items.map((item) => wrap('list-item', item)).join('')}</ul>`),
  };
});
const quote: fc.Arbitrary<Made> = line.map((own) => ({
  ...NOTHING,
  ...own,
  markdown: `> ${own.markdown}`,
  html: `<blockquote><p>${own.html}</p></blockquote>`,
  wordPress: wrap('quote', `<blockquote>${wrap('paragraph', `<p>${own.html}</p>`)}</blockquote>`),
}));
const code: fc.Arbitrary<Made> = fc.array(words, { minLength: 1, maxLength: 4 }).map((rows) => {
  const text = rows.map((row) => `${row.join(' {% ')} [a]`).join('\n');
  const html = `<pre><code>${text}</code></pre>`;
  return {
    ...NOTHING,
    words: rows.flat(),
    lines: rows.length,
    markdown: `\`\`\`js\n${text}\n\`\`\``,
    html,
    wordPress: wrap('code', html),
  };
});
const table: fc.Arbitrary<Made> = fc
  .integer({ min: 1, max: 3 })
  .chain((width) => fc.array(fc.array(line, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 3 }))
  .map((rows) => {
    const all = rows.flat();
    const row = (cells: Inline[]) => `| ${cells.map(({ markdown }) => markdown).join(' | ')} |`;
    const html = `<table><tbody>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell.html}</td>`).join('')}</tr>`).join('')}</tbody></table>`;
    const [head = [], ...body] = rows;
    return {
      ...NOTHING,
      ...lineTotals(all),
      cells: all.length,
      markdown: [row(head), `|${' --- |'.repeat(head.length)}`, ...body.map(row)].join('\n'),
      html,
      wordPress: wrap('table', `<figure class="wp-block-table">${html}</figure>`),
    };
  });
const block = fc.oneof(paragraph, heading, list, quote, code, table);
const group: fc.Arbitrary<Made> = fc.array(block, { minLength: 1, maxLength: 2 }).map((blocks) => ({
  ...joined(blocks),
  markdown: `:::note\n${blocks.map(({ markdown }) => markdown).join('\n\n')}\n:::`,
  html: `<aside data-callout="note">${blocks.map(({ html }) => html).join('\n')}</aside>`,
  wordPress: wrap(
    'group',
    `<div class="wp-block-group">${wrap('columns', `<div>${blocks.map(({ wordPress }) => wordPress).join('\n')}</div>`)}</div>`,
    ' {"layout":{"type":"flex"}}',
  ),
}));
const documents = fc.array(fc.oneof({ arbitrary: block, weight: 6 }, { arbitrary: group, weight: 1 }), {
  minLength: 1,
  maxLength: 6,
});

function joined(blocks: readonly Made[]): Made {
  const sum = (member: 'links' | 'headings' | 'cells' | 'lines' | 'notes') =>
    blocks.reduce((all, made) => all + made[member], 0);
  return {
    markdown: blocks.map(({ markdown }) => markdown).join('\n\n'),
    html: blocks.map(({ html }) => html).join('\n'),
    wordPress: blocks.map(({ wordPress }) => wordPress).join('\n\n'),
    words: blocks.flatMap((made) => made.words),
    links: sum('links'),
    headings: sum('headings'),
    cells: sum('cells'),
    lines: sum('lines'),
    notes: sum('notes'),
  };
}

/** A document with notes at its end, for the formats that have them. */
const withNotes = (blocks: readonly Made[], notes: readonly string[][]): Made => {
  const made = joined(blocks);
  const references = notes.map((_, index) => `[^n${index}]`).join(' ');
  const texts = notes.map((note, index) => `[^n${index}]: ${note.join(' ')}\n`).join('\n');
  return {
    ...made,
    notes: notes.length,
    words: [...made.words, ...notes.flat()],
    markdown: notes.length === 0 ? made.markdown : `${made.markdown}\n\nVea ${references}\n\n${texts}`,
  };
};

/** The words of a text, and how many of each thing it has. */
function countIn({ content }: RichText) {
  const counts = { links: 0, headings: 0, cells: 0, lines: 0, notes: 0 };
  let text = '';
  const visit = (node: RichTextNode) => {
    if (node.type === 'text') text += node.text ?? '';
    if (node.marks?.some(({ type }) => type === 'link')) counts.links++;
    if (node.marks?.some(({ type }) => type === 'superscript')) counts.notes += 0.5;
    if (node.type === 'heading') counts.headings++;
    if (node.type === 'tableCell' || node.type === 'tableHeader') counts.cells++;
    if (node.type === 'codeBlock') counts.lines += (node.content?.[0]?.text ?? '').split('\n').length;
    for (const child of node.content ?? []) visit(child);
    text += ' ';
  };
  for (const own of content) visit(own);
  return { ...counts, words: new Set(text.match(/[\p{L}²]+\d+/gu)) };
}

function expectAll(
  richText: RichText,
  { words: own, links, headings, cells, lines, notes }: Made,
  hasNotes = false,
): void {
  const found = countIn(richText);
  expect(own.filter((one) => !found.words.has(one))).toEqual([]);
  expect(found).toMatchObject({ links, headings, cells, lines, ...(hasNotes && { notes }) });
}

const read = (html: string) => {
  const result = parseHtml(html);
  if (!result.ok) throw new Error(result.problem);
  expect(result.lost ?? []).toEqual([]);
  return result.richText;
};

const check = (name: string, judge: (made: Made) => void) =>
  test(`${name}: every word, link, heading, cell, line of code and note stays, also when it is exported and read again`, () => {
    fc.assert(
      fc.property(documents, fc.array(words, { maxLength: 3 }), (blocks, notes) => judge(withNotes(blocks, notes))),
      { numRuns: RUNS },
    );
  });

/** The account of a text adds up, and does not if any block is missing. */
function expectAccount(source: Tally, richText: RichText): void {
  expect(findMissing(source, tallyRichText(richText), [])).toEqual([]);
  const known = new Set(wordsOf(source.text));
  for (const [at, block] of richText.content.entries()) {
    const own = wordsOf(tallyRichText({ type: 'doc', content: [block] }).text);
    if (!own.some((one) => known.has(one))) continue;
    const content = richText.content.toSpliced(at, 1);
    expect(findMissing(source, tallyRichText({ ...richText, content }), [])).not.toEqual([]);
  }
}

const again = (richText: RichText, made: Made) => {
  expectAll(read(writeHtml(richText)), made);
  const parsed = parseMarkdown(writeMarkdown(richText));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  expectAll(parsed.richText, made);
};

for (const isMdx of [false, true]) {
  check(isMdx ? 'MDX' : 'Markdown', (made) => {
    const component = isMdx ? `<Box a={1}>\n\n${made.markdown}\n\n</Box>` : made.markdown;
    const page = renderPost(component, { isMdx });
    if (!page.ok) throw new Error(JSON.stringify(page.problems));
    const told = page.lost.filter(({ message }) => message !== 'a footnote becomes part of the text');
    expect(told).toHaveLength(isMdx ? 1 : 0);
    const richText = read(page.html);
    expectAll(richText, made, true);
    expectAccount(tallyMarkdown(component, isMdx), richText);
    again(richText, made);
  });
}

check('blocks of WordPress', (made) => {
  const told: string[] = [];
  const notes = JSON.stringify([{ content: `nota${made.notes}` }]);
  const html = contentToHtml(
    `${made.wordPress}\n<!-- wp:footnotes /-->`,
    { index: createExportIndex(), id: '1', notes },
    (_, message) => told.push(message),
  );
  expect(told).toEqual([]);
  const own = { ...made, words: made.words.filter((one) => made.wordPress.includes(one)) };
  const richText = read(html);
  expectAll(richText, own);
  expectAccount(tallyHtml(made.wordPress), richText);
  again(richText, own);
});

check('HTML', (made) => {
  const own = { ...made, words: made.words.filter((one) => made.html.includes(one)) };
  const richText = read(made.html);
  expectAll(richText, own);
  again(richText, own);
});
