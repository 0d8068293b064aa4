import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { parseMarkdown } from '#core/markdown/parse-markdown.ts';
import { renderMarkdown } from '#core/markdown/render-markdown.ts';
import { assignBlockIds, deterministicBlockId, matchBlocks } from '#core/rich-text/block-ids.ts';
import { headingEntries } from '#core/rich-text/headings.ts';
import { markedText } from '#core/rich-text/marked-text.ts';
import { normalizeRichText } from '#core/rich-text/normalize-rich-text.ts';
import { plainText, type RichText, type RichTextNode } from '#core/rich-text/rich-text.ts';
import { relink, structureOf, writtenBlocks } from '#core/translation/link-units.ts';
import { createEquivalence, minorEditsFor, translationReport } from '#core/translation/translation-state.ts';
import { blockUnits, type Unit } from '#core/translation/units.ts';
import { renderPost } from '../../../adapters/item-files/markdown/convert-post.ts';
import { autoParagraphs, contentToHtml } from '../../../adapters/item-files/wordpress/content-to-html.ts';
import { createExportIndex } from '../../../adapters/item-files/wordpress/export-index.ts';
import { findAddresses } from '../../../app/admin/editor/links/find-addresses.ts';
import { disarmStyles } from '../../../app/admin/editor/paste/disarm-styles.ts';
import { isMarkdown } from '../../../app/admin/editor/paste/paste-plain-text.ts';
import { compareTexts, createDiffAllowance } from '../../../app/admin/text-diff/compare-texts.ts';
import { readLanguage, writeLanguage } from '../../../core/draft-contents/draft-contents.ts';
import { matchEntries } from '../../../core/draft-contents/list-field.ts';

import { negotiateEncoding } from '../../../server/http/representation.ts';

const list = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));

const paragraph = (text: string, id?: string): RichTextNode => ({
  type: 'paragraph',
  ...(id !== undefined && { attrs: { id } }),
  content: [{ type: 'text', text }],
});

const text = (content: RichTextNode[]): RichText => ({ type: 'doc', content });

/** A text of blocks with ids, and its units. */
const linked = (count: number, letter: string, idLetter = letter) => {
  const body = text(list(count, (at) => paragraph(`${letter}${at} dice algo`, `${idLetter}${at}`)));
  return { body, units: blockUnits(body) };
};

const linksTo = (units: readonly Unit[], hash: string) =>
  Object.fromEntries(units.map(({ id }, at) => [`block:t${at}`, { source: id, hash, text: '' }]));

/** Prepares a text of a size, and returns what is measured: reading, comparing or writing it. */
type Case = [name: string, prepare: (size: number) => () => unknown];

/** Of 10,000 and 160,000 characters. */
const OF_CHARACTERS: Case[] = [
  ['the words of a long run of spaces', (size) => () => plainText(text([paragraph(`a${' '.repeat(size)}b`)]))],
  ['the marked words of lines of spaces', (size) => () => markedText(text([paragraph(`a${' \n'.repeat(size / 2)}b`)]))],
  ['addresses in a long word', (size) => () => findAddresses('a'.repeat(size))],
  ['addresses in many hyphens', (size) => () => findAddresses(`${'-'.repeat(size)}a`)],
  ['an address with many points', (size) => () => findAddresses(`https://${'.'.repeat(size)}a`)],
  ['an address with many brackets', (size) => () => findAddresses(`https://${')'.repeat(size)}`)],
  ['styles of tags that do not end', (size) => () => disarmStyles('<a '.repeat(size / 3))],
  ['styles of tags with open quotes', (size) => () => disarmStyles(`<a '"`.repeat(size / 5))],
  ['style elements that do not end', (size) => () => disarmStyles('<style '.repeat(size / 7))],
  ['Markdown in open brackets', (size) => () => isMarkdown('['.repeat(size), [])],
  ['Markdown in links that do not end', (size) => () => isMarkdown('[a](https:'.repeat(size / 10), [])],
  ['a header of zeros', (size) => () => negotiateEncoding(`br;q=${'0'.repeat(size)}`)],
  ['a header of spaces', (size) => () => negotiateEncoding(`br;q=${' '.repeat(size)}`)],
  [
    'two texts of other words',
    (size) => {
      const words = (letter: string) => list(size / 5, (at) => `${letter}${at}`).join(' ');
      return () => compareTexts(words('a'), words('b'), 'es', createDiffAllowance());
    },
  ],
];

const wordPressText = (content: string) => contentToHtml(content, { index: createExportIndex(), id: '1' }, () => {});

/** Of 10,000 and 160,000 characters: what an import reads. */
const IMPORTED: Case[] = [
  ...[
    '[caption x]',
    '[caption ',
    '<!-- wp:block {',
    '"ref": 1',
    '<!-- wp:a { ',
    '<!-- wp:a /-->\n',
    '<pre ',
    '<!--',
    '<',
    '[ab] ',
    'https://example.org\n',
    'x\n',
  ].map(
    (part): Case => [
      `WordPress: ${JSON.stringify(part)}`,
      (size) => () => wordPressText(`<!-- wp:block {${part.repeat(size / part.length)}`),
    ],
  ),
  ['paragraphs of WordPress: spaces', (size) => () => autoParagraphs(`x${' '.repeat(size)}x`)],
  ['paragraphs of WordPress: lines', (size) => () => autoParagraphs('x\n'.repeat(size / 2))],
  ['paragraphs of WordPress: code without an end', (size) => () => autoParagraphs('<pre>'.repeat(size / 5))],
  ...[
    '{{<a ',
    '{{< a >}}\n',
    '{{</*',
    'a/',
    '{{<a  ',
    '[^',
    '[^a]: b\n',
    ':::note\n',
    '{a}\n',
    '{/*',
    '<A b={',
  ].flatMap((part) =>
    [false, true].map(
      (isMdx): Case => [
        `${isMdx ? 'MDX' : 'Markdown'} of other programs: ${JSON.stringify(part)}`,
        (size) => () => renderPost(part.repeat(size / part.length), { isMdx }),
      ],
    ),
  ),
];

/** Half of it a definition, half of it references to it. */
const referred = (size: number) => `[a]: /${'x'.repeat(size / 2)}\n\n${'[a]\n\n'.repeat(size / 10)}`;

/** Of 10,000 and 160,000 characters: Markdown of programs, also of imports. */
const OF_MARKDOWN: Case[] = [
  ['short paragraphs of Markdown', (size) => () => parseMarkdown('a\n\n'.repeat(size / 3))],
  ['short paragraphs of Markdown between headings', (size) => () => parseMarkdown('## a\na\n'.repeat(size / 7))],
  ['references to a long address in Markdown', (size) => () => parseMarkdown(referred(size))],
  ['references to a long address in imported Markdown', (size) => () => renderMarkdown(referred(size))],
];

/** Of 500 and 8,000 blocks. */
const OF_BLOCKS: Case[] = [
  [
    'the anchors of equal headings',
    (size) => {
      const body = text(list(size, () => ({ ...paragraph('Igual'), type: 'heading', attrs: { level: 2 } })));
      return () => headingEntries(body);
    },
  ],
  [
    'the partners of equal blocks',
    (size) => {
      const blocks = list(size, () => ({ kind: 'paragraph', text: 'igual', hash: 'igual' }));
      return () => matchBlocks(blocks, blocks);
    },
  ],
  [
    'the partners of other blocks',
    (size) => {
      const blocks = (letter: string, count: number) =>
        list(count, (at) => ({ kind: at % 2 ? letter : 'paragraph', text: `${letter}${at}`, hash: `${letter}${at}` }));
      const [before, after] = [blocks('a', size), blocks('b', size - 1)];
      return () => matchBlocks(before, after);
    },
  ],
  [
    'the ids of blocks that all have the same',
    (size) => {
      const body = text(list(size, () => paragraph('Igual', 'igual')));
      return () => assignBlockIds(body, { seed: '', generate: deterministicBlockId });
    },
  ],
  [
    'the normal form of texts that follow each other',
    (size) => {
      const body = text([{ type: 'paragraph', content: list(size, () => ({ type: 'text', text: 'a' })) }]);
      return () => normalizeRichText(body);
    },
  ],
  [
    'the state of a translation that is current',
    (size) => {
      const [source, translation] = [linked(size, 's'), linked(size, 't')];
      const links = linksTo(source.units, 'former');
      return () => translationReport({ units: source.units, minorEdits: [] }, { ...translation, links });
    },
  ],
  [
    'the links of a translation that was written anew',
    (size) => {
      const [source, former, next] = [linked(size, 's'), linked(size, 'u', 't'), linked(size, 't')];
      return () => relink(source, next, { ...former, links: {} });
    },
  ],
  [
    'the links of a copy of the structure',
    (size) => {
      const source = linked(size, 's');
      return () => structureOf(source, { keepText: true, seed: '', generate: deterministicBlockId });
    },
  ],
  [
    'the blocks that a change wrote',
    (size) => {
      const blocks = (letter: string) => list(size, (at) => ({ id: `${letter}${at}`, words: `${letter}${at}` }));
      const [before, after] = [blocks('a'), blocks('b')];
      return () => writtenBlocks(before, after);
    },
  ],
  [
    'the blocks that a change wrote in long words',
    (size) => {
      const letters = 'a'.repeat(size * 5);
      return () =>
        writtenBlocks([{ id: 'a', words: letters + letters }], [{ id: 'b', words: `${letters}b${letters}` }]);
    },
  ],
  [
    'the minor edits of a translation that is behind',
    (size) => {
      const { units } = linked(size, 's');
      const links = linksTo(units, 'former');
      return () => minorEditsFor(units, [links], []);
    },
  ],
  [
    'minor edits of one unit',
    (size) => {
      const edits = list(size, (at) => ({ unit: 'title', from: 'first', to: `later${at}` }));
      return () => {
        const isSame = createEquivalence(edits);
        return edits.filter(({ to }) => isSame('title', 'other', to));
      };
    },
  ],
  [
    'the partners of equal entries of a list',
    (size) => {
      const entries = list(size, () => 'igual');
      return () => matchEntries(entries, entries);
    },
  ],
  [
    'a draft whose blocks all have one id',
    (size) => {
      const doc = new Y.Doc();
      doc.transact(() => {
        const flow = doc.getText('body:text');
        for (let at = 0; at < size; at++)
          flow.insertEmbed(0, { block: `k${at}`, type: 'paragraph', attrs: { id: 'a' } });
      });
      return () => readLanguage(doc, []);
    },
  ],
];

/** A draft with a paragraph of as many formats as words. */
const formatted = (word: string, count: number): RichText =>
  text([
    {
      type: 'paragraph',
      attrs: { id: 'a' },
      content: list(count, (at) => ({ type: 'text', text: word, ...(at % 2 && { marks: [{ type: 'bold' }] }) })),
    },
  ]);

/** @param change of the draft, which says `ab` in each format */
const inFormats =
  (change: (size: number) => RichText) =>
  (size: number): (() => unknown) => {
    const doc = new Y.Doc();
    writeLanguage(doc, [], { body: formatted('ab ', size) });
    const state = Y.encodeStateAsUpdate(doc);
    const body = change(size);
    return () => {
      const draft = new Y.Doc();
      Y.applyUpdate(draft, state);
      writeLanguage(draft, [], { body });
    };
  };

/** Of 500 and 8,000 formats. */
const OF_FORMATS: Case[] = [
  [
    'a text of alternating formats, written',
    (size) => {
      const body = formatted('ab ', size);
      return () => writeLanguage(new Y.Doc(), [], { body });
    },
  ],
  ['words replaced in alternating formats', inFormats((size) => formatted('cd ', size))],
  [
    'formats that all change',
    inFormats((size) => {
      const [first] = formatted('ab ', size + 1).content;
      return text([{ ...paragraph('', 'a'), content: (first?.content ?? []).slice(1) }]);
    }),
  ],
];

/**
 * How much larger the second text is, and how much more it may cost. What is compared with each other costs 256 times as much;
 * memory that is collected meanwhile and a busy machine make what is linear cost up to 50 times.
 */
const LARGER = 16;
const MOST = 100;

/** How often each is measured at most: a busy machine slows single runs down, and a defect all of them. */
const RUNS = 8;

/** Milliseconds that something takes. */
function cost(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Milliseconds below which the clock and the compiler say more than the work. */
const NOTHING = 0.2;

test.each([
  ...[...OF_CHARACTERS, ...IMPORTED, ...OF_MARKDOWN].map(([name, prepare]) => ({ name, prepare, size: 10_000 })),
  ...[...OF_BLOCKS, ...OF_FORMATS].map(([name, prepare]) => ({ name, prepare, size: 500 })),
])('what is done with a text grows as it does: $name', ({ prepare, size }) => {
  const [small, large] = [prepare(size), prepare(LARGER * size)];
  small();
  let ratio = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && ratio >= MOST; run++)
    ratio = Math.min(ratio, cost(large) / Math.max(NOTHING, cost(small)));
  expect(ratio).toBeLessThan(MOST);
});
