import { decodeEntities } from '#core/rich-text/decode-entities.ts';
import type { RichText, RichTextNode } from '#core/rich-text/rich-text.ts';
import { replaceEnclosed } from './one-pass.ts';

/** What is counted beside words. */
const THINGS = ['heading', 'table', 'code block', 'picture', 'link', 'footnote'] as const;

type Thing = (typeof THINGS)[number];

/** What a text has, counted by other code than that which converts it. */
export interface Tally {
  /** In their order, without marks, with the line of each. */
  words: { word: string; line: number }[];
  things: { [thing in Thing]: number };
}

/** Something that is not in the result, with its line in the source. */
export interface Missing {
  line: number;
  message: string;
}

/** Marks, signs that are not seen, and signs that join words, in the source as in the result. */
const NOT_COUNTED = /[*_~`\\]|\p{Cf}/gu;
/** A word with a letter by a name that is not known here. */
const UNKNOWN_LETTER = /(?<!\p{L})\p{L}*&[a-z]+\d*;\p{L}*/giu;
/** Elements that do not divide words. */
const INLINE =
  /^\/?(?:a|abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|q|s|samp|small|span|strike|strong|time|tt|u|var|wbr)$/i;
/** What a page does not show, and what templates fill in. */
const UNSEEN =
  /<(!--)|<(script|style|iframe|svg|math|template|noscript|select|button|textarea|audio|video|object|canvas)\b|(\{\{)|\{%/gi;
const TAG = /<(\/?[a-z][\w.:-]{0,100})[^<>]*>/gi;

function noThings(): Tally['things'] {
  return { heading: 0, table: 0, 'code block': 0, picture: 0, link: 0, footnote: 0 };
}

const lineBreaks = (text: string) => text.replace(/[^\n]+/g, '');

function wordsByLine(text: string): Tally['words'] {
  const words: Tally['words'] = [];
  for (const [index, line] of text.split('\n').entries()) addWords(words, line, index + 1);
  return words;
}

function addWords(words: Tally['words'], text: string, line: number): void {
  for (const word of wordsOf(text)) words.push({ word, line });
}

function wordsOf(text: string): string[] {
  const plain = text.includes('&') ? decodeEntities(text).replace(UNKNOWN_LETTER, ' ') : text;
  return plain.replace(NOT_COUNTED, '').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** Text without what is not seen and without its tags, whose elements are counted. */
function withoutTags(text: string, things: Tally['things']): string {
  const closingOf = ([, comment, element, value]: RegExpExecArray) =>
    comment ? '-->' : element ? `</${element}>` : value ? '}}' : '%}';
  const seen = replaceEnclosed(text, UNSEEN, closingOf, ({ text: part }) => ` ${lineBreaks(part)}`);
  let endOfLink = 0;
  return seen.replace(TAG, (tag, name: string, at: number) => {
    const element = name.toLowerCase();
    if (/^h[1-6]$/.test(element)) things.heading++;
    else if (element === 'table') things.table++;
    else if (element === 'img') things.picture++;
    else if (element === 'pre' && !tag.includes('wp-block-verse')) things['code block']++;
    else if (element === '/a') endOfLink = at + tag.length;
    else if (/^(?:https?|mailto)/.test(element)) return ` ${tag.slice(1, -1)} `;
    else if (element === 'a' && tag.includes('href=') && seen[at + tag.length] !== '<') {
      // One that comes right after another may be more of it.
      if (endOfLink === 0 || seen.slice(endOfLink, at).trim() !== '') things.link++;
    }
    return INLINE.test(name) ? lineBreaks(tag) : ` ${lineBreaks(tag)}`;
  });
}

/** Counts the text of a post of WordPress, whose shortcodes are no words. */
export function tallyHtml(text: string): Tally {
  const things = noThings();
  const plain = withoutTags(text, things).replace(/\[\/?[a-z][\w-]*(?:[\s=][^[\]]*)?\]/gi, lineBreaks);
  return { words: wordsByLine(plain), things };
}

/** What stands before the text of a line: quotations, bullets, numbers, boxes of tasks. */
const PREFIX = /^[ \t]*(?:(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))[ \t]*)*(?:\[[ xX]\](?= ))?/;
const RULER = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** Address and title of a link, name of a reference, of a footnote, of attributes. */
const NOT_SEEN =
  /\]\(\s*(?:<[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?\s*\)|\]\[[^\]\n]*\]|\[\^[^\]\n]{1,100}\]|\{:?[ \t]*[#.][^{}\n]*\}/g;
/** Names of containers and callouts, blocks of the site. */
const NAMES = /^(?:::[a-z\d][\w-]*\{.*\}$|:{3,}[ \t]*\{?[ \t]*\.?[\w-]*|(?:!!!|\?\?\?)\+?[ \t]+[\w -]+|\[!\w+\][+-]?)/;
const INDENTED = /^(?: {4}|\t)/;
const CODE_SPAN = /(`{1,2})(?!`)([^\n]{1,300}?)\1/g;

/** Counts a text in Markdown. What MDX has in braces, and what it imports, are no words. */
export function tallyMarkdown(text: string, isMdx = false): Tally {
  const things = noThings();
  const words: Tally['words'] = [];
  const prose: string[] = [];
  let fence: string | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const [prefix = ''] = PREFIX.exec(line) ?? [];
    const own = line.slice(prefix.length).trimEnd();
    const sign = /^(`{3,}|~{3,})([^`]*)$/.exec(own);
    const isEdge = sign && (fence === undefined || (own.startsWith(fence) && sign[2] === ''));
    if (isEdge) {
      if (fence === undefined) things['code block']++;
      fence = fence === undefined ? sign[1] : undefined;
    } else if (fence !== undefined) addWords(words, line, index + 1);
    // Signs in code say nothing.
    const plain = line.replace(CODE_SPAN, (_, _sign, code: string) => code.replace(/[{}<>[\]()!|#&]/g, ' '));
    prose.push(isEdge || fence !== undefined ? '' : plain);
  }
  const whole = prose.join('\n');
  // What is indented can be code: of it, words alone are counted.
  const outer = prose.filter((line) => !INDENTED.test(line)).join('\n');
  withoutTags(isMdx ? withoutExpressions(outer) : outer, things);
  const lines = withoutTags(isMdx ? withoutExpressions(whole) : whole, noThings()).replace(
    NOT_SEEN,
    (part, at: number, all) => {
      if (part.startsWith(']')) return `]${lineBreaks(part)}`;
      if (
        part.startsWith('[^') &&
        all[at + part.length] === ':' &&
        /(?:^|\n) {0,3}$/.test(all.slice(Math.max(at - 10, 0), at))
      )
        things.footnote++;
      return '';
    },
  );
  things.picture += outer.match(/!\[[^[\]]*\]\(/g)?.length ?? 0;
  things.link += outer.match(/(?<![!\\])\[[^[\]!]+\]\((?=\S)/g)?.length ?? 0;
  let before = '';
  for (const [index, line] of lines.split('\n').entries()) {
    const own = line.slice(PREFIX.exec(line)?.[0].length ?? 0);
    if (INDENTED.test(line)) before = '';
    else if (/^#{1,6}\s+\S/.test(own) || (before !== '' && /^(?:=+|-{3,})\s*$/.test(line))) things.heading++;
    else if (line.includes('|') && before.includes('|') && line.length < 5_000 && RULER.test(own)) things.table++;
    before = line.trim();
    if (!/^\[[^\]]+\]:\s/.test(own)) addWords(words, own.replace(NAMES, ''), index + 1);
  }
  return { words: words.sort((a, b) => a.line - b.line), things };
}

/** MDX without its modules, and without braces and what stands in them. */
function withoutExpressions(text: string): string {
  const plain = text.replace(/^(?:import|export)\s(?:.+\n?)+/gm, lineBreaks);
  let kept = '';
  let [depth, from] = [0, 0];
  for (const { 0: sign, index } of plain.matchAll(/[{}]/g)) {
    if (sign === '{' && depth++ === 0) {
      kept += plain.slice(from, index);
      from = index;
    } else if (sign === '}' && depth > 0 && --depth === 0) {
      kept += lineBreaks(plain.slice(from, index));
      from = index + 1;
    }
  }
  return kept + plain.slice(from);
}

/** Counts a rich text. */
export function tallyRichText({ content }: RichText, title = ''): Tally {
  const things = noThings();
  if (title !== '') things.heading++;
  const texts = [title, '\n'];
  let href: unknown;
  const visit = (node: RichTextNode) => {
    const { type, text = '', marks = [] } = node;
    if (type === 'text') {
      const link = marks.find((mark) => mark.type === 'link')?.attrs?.href;
      if (link !== undefined && link !== href) things.link++;
      href = link;
      const apart = marks.some((mark) => mark.type === 'superscript' || mark.type === 'subscript') ? ' ' : '';
      if (apart && /^\d+,?$/.test(text)) things.footnote++;
      texts.push(apart, text, apart);
      return;
    }
    href = undefined;
    if (type === 'heading' || type === 'table') things[type]++;
    if (type === 'codeBlock') things['code block']++;
    if (type === 'image') {
      things.picture++;
      texts.push(` ${node.attrs?.alt ?? ''} ${node.attrs?.caption ?? ''} `);
    }
    for (const child of node.content ?? []) visit(child);
    texts.push('\n');
  };
  for (const block of content) visit(block);
  return { words: wordsByLine(texts.join('').replaceAll('&', ' ')), things };
}

/**
 * What is in a source and not in what was made of it. A word that is told on a line of its block, or joined to its neighbours, is
 * not missing; a thing is not if something is told of its kind, or of what may have held it.
 * @param told with lines of the source
 */
export function findMissing(source: Tally, result: Tally, told: readonly Missing[]): Missing[] {
  const missing: Missing[] = [];
  const lost = missingWords(source.words, result.words).filter(({ line }) => !isTold(line, told));
  const [first] = lost;
  if (first) {
    const words = lost.slice(0, 20).map(({ word }) => word);
    const more = lost.length > words.length ? ' …' : '';
    missing.push({ line: first.line, message: `words are not in the text: ${words.join(' ')}${more}` });
  }
  for (const thing of THINGS) {
    const count = source.things[thing] - result.things[thing];
    const isNamed = told.some(
      ({ message }) => message.includes(thing.split(' ')[0] ?? '') || /left out|becomes/.test(message),
    );
    if (count > 0 && !isNamed) {
      const [own, kept] = [source.things[thing], result.things[thing]];
      missing.push({ line: 1, message: `of ${own} ${thing}${own === 1 ? '' : 's'}, the text has ${kept}` });
    }
  }
  return missing;
}

/** How many lines below what is told belong to it. */
const REACH = 8;

function isTold(line: number, told: readonly Missing[]): boolean {
  return told.some((one) => line >= one.line - 1 && line <= one.line + REACH);
}

/** Words that are told of one text. */
const MOST_MISSING = 200;

function missingWords(source: Tally['words'], result: Tally['words']): Tally['words'] {
  // Most texts have all words in their order.
  let next = 0;
  for (const { word } of result) if (word === source[next]?.word) next++;
  if (next === source.length) return [];
  const counts = new Map<string, number>();
  for (const { word } of result) counts.set(word, (counts.get(word) ?? 0) + 1);
  const missing: number[] = [];
  for (const [at, { word }] of source.entries()) {
    const left = counts.get(word) ?? 0;
    counts.set(word, left - 1);
    if (left <= 0 && missing.length < MOST_MISSING) missing.push(at);
  }
  // Words that other spaces divide: with their neighbours, their letters are there.
  const letters = missing.length === 0 ? '' : result.map(({ word }) => word).join('');
  return missing.flatMap((at) => {
    const around = source.slice(Math.max(at - 1, 0), at + 2).map(({ word }) => word);
    return letters.includes(around.join('')) ? [] : (source[at] ?? []);
  });
}
