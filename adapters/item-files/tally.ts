import { decodeEntities } from '#core/rich-text/directives.ts';
import type { RichText, RichTextNode } from '#core/rich-text/rich-text.ts';
import { replaceEnclosed } from './one-pass.ts';

/** What is counted beside words. */
const THINGS = ['heading', 'table', 'code block', 'picture', 'link', 'footnote'] as const;

type Things = { [thing in (typeof THINGS)[number]]: number };

/** What a text has, counted by other code than that which converts it. */
export interface Tally {
  /** Its words, with the line breaks of the source. */
  text: string;
  things: Things;
}

const noThings = (): Things => ({ heading: 0, table: 0, 'code block': 0, picture: 0, link: 0, footnote: 0 });

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Marks, signs that are not seen, and signs that join words, in the source as in the result. */
const NOT_COUNTED = /[*_~`\\]|\p{Cf}/gu;
/** A word with a letter by a name that is not known here. */
const UNKNOWN_LETTER = /(?<!\p{L})\p{L}*&[a-z]+\d*;\p{L}*/giu;
/** Elements that do not divide words. */
const INLINE =
  /^\/?(?:a|abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|q|s|samp|small|span|strike|strong|time|tt|u|var|wbr)$/i;
/** Elements that a page does not show. */
const UNSEEN = /^(?:script|style|iframe|svg|math|template|noscript|select|button|textarea|audio|video|object|canvas)$/i;
/**
 * Comments, of which those of blocks may have `-->` in their attributes, what templates fill in, and tags. Quotes that have no end
 * are read at most three times, since a place is outside of them, in the one or in the other.
 */
const MARKUP =
  /<!--[^<>{]*-->|<!--\s+wp:\S+ \{[^<]*(?:<(?!!--)[^<]*)*-->|(<!--|\{\{|\{%)|<(\/?[a-z][\w.:-]{0,100})(?:[^<>"']|"[^"]*"|'[^']*')*>/gi;
const CLOSINGS: { [opening: string]: string } = { '<!--': '-->', '{{': '}}', '{%': '%}' };

const lineBreaks = (text: string) => (text.includes('\n') ? text.replace(/[^\n]+/g, '') : '');

function legible(text: string): string {
  const plain = text.includes('&') ? decodeEntities(text).replace(UNKNOWN_LETTER, ' ') : text;
  return plain.replace(NOT_COUNTED, '');
}

export const wordsOf = (text: string): string[] => text.match(WORD) ?? [];

/** Text without what is not seen and without its tags, whose elements are counted. */
function withoutTags(text: string, things: Things): string {
  let endOfLink = 0;
  const closingOf = ([, opening, name = '']: RegExpExecArray) =>
    opening ? CLOSINGS[opening] : UNSEEN.test(name) ? `</${name}>` : undefined;
  return replaceEnclosed(text, MARKUP, closingOf, ({ text: part, at, opening: [tag, , name = ''] }) => {
    const element = name.toLowerCase();
    const end = at + tag.length;
    if (/^h[1-6]$/.test(element)) things.heading++;
    else if (element === 'table') things.table++;
    else if (element === 'img') things.picture++;
    else if (element === 'pre' && !tag.includes('wp-block-verse')) things['code block']++;
    else if (element === '/a') endOfLink = end;
    else if (/^(?:https?|mailto)/.test(element)) return ` ${tag.slice(1, -1)} `;
    else if (element === 'a' && tag.includes('href=') && !/^\s*[<{]/.test(text.slice(end, end + 100))) {
      // One that comes right after another may be more of it.
      if (endOfLink === 0 || text.slice(endOfLink, at).trim() !== '') things.link++;
    }
    return `${INLINE.test(name) ? '' : ' '}${lineBreaks(part)}`;
  });
}

/** Counts the text of a post of WordPress, whose shortcodes are no words. */
export function tallyHtml(text: string): Tally {
  const things = noThings();
  const plain = withoutTags(text, things).replace(/\[\/?[a-z][\w-]*(?:[\s=][^[\]]*)?\]/gi, lineBreaks);
  return { text: legible(plain), things };
}

/** What stands before the text of a line: quotations, bullets, numbers, boxes of tasks. */
const PREFIX = /^[ \t]*(?:(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))[ \t]*)*(?:\[[ xX]\](?= ))?/;
const columnsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|').length;
const RULER = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** Address and title of a link, name of a reference, of a footnote, of attributes. */
const NOT_SEEN =
  /\]\(\s*(?:<[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?\s*\)|\]\[[^\]\n]*\]|\[\^[^\]\n]{1,100}\]|\{:?[ \t]*[#.][^{}\n]*\}/g;
/** Names of containers and callouts, blocks of the site. */
const NAMES = /^(?:::[a-z\d][\w-]*\{.*\}$|:{3,}[ \t]*\{?[ \t]*\.?[\w-]*|(?:!!!|\?\?\?)\+?[ \t]+[\w -]+|\[!\w+\][+-]?)/;
const INDENTED = /^(?: {4}|\t)/;
const CODE_SPAN = /(`{1,2})(?!`)([^\n]{1,300}?)\1/g;

/** A sign that says nothing. */
const ESCAPED = /\\[<>{}[\]()!|#]/g;
/** What says of other templates that they are none. */
const RAW = /\{%-?\s*(?:end)?raw\s*-?%\}/g;

/** Counts a text in Markdown. What MDX has in braces, and what it imports, are no words. */
export function tallyMarkdown(text: string, isMdx = false): Tally {
  const things = noThings();
  const code = new Map<number, string>();
  let fence: string | undefined;
  const prose = text
    .replace(RAW, ' ')
    .split('\n')
    .map((line, index) => {
      const own = line.slice(PREFIX.exec(line)?.[0].length).trimEnd();
      const sign = /^(`{3,}|~{3,})([^`]*)$/.exec(own);
      if (sign && (fence === undefined || (own.startsWith(fence) && sign[2] === ''))) {
        if (fence === undefined) things['code block']++;
        fence = fence === undefined ? sign[1] : undefined;
      } else if (fence !== undefined) code.set(index, line);
      // Signs in code say nothing.
      else
        return line
          .replace(ESCAPED, ' ')
          .replace(CODE_SPAN, (_, _sign, words: string) => words.replace(/[{}<>[\]()!|#&]/g, ' '));
      return '';
    });
  const read = (lines: string[], counted: Things) =>
    withoutTags(isMdx ? withoutExpressions(lines.join('\n')) : lines.join('\n'), counted);
  // What is indented can be code: of it, words alone are counted.
  const outer = prose.filter((line) => !INDENTED.test(line));
  const plain = read(outer, things);
  things.picture += plain.match(/!\[[^[\]]*\]\(/g)?.length ?? 0;
  things.link += plain.match(/(?<![!\\])\[[^[\]!\p{L}\p{N}]*[\p{L}\p{N}][^[\]!]*\]\((?=\S)/gu)?.length ?? 0;
  const whole = outer.length === prose.length ? plain : read(prose, noThings());
  const lines = whole.replace(NOT_SEEN, (part, at: number) => {
    if (part.startsWith(']')) return `]${lineBreaks(part)}`;
    const isNote = part.startsWith('[^') && whole[at + part.length] === ':';
    if (isNote && /(?:^|\n) {0,3}$/.test(whole.slice(Math.max(at - 10, 0), at))) things.footnote++;
    return '';
  });
  let before = '';
  const seen = lines.split('\n').map((line, index) => {
    const own = line.slice(PREFIX.exec(line)?.[0].length);
    if (INDENTED.test(line)) before = '';
    else if (/^#{1,6}\s+\S/.test(own) || (before !== '' && /^(?:=+|-{3,})\s*$/.test(line))) things.heading++;
    else if (line.includes('|') && line.length < 5_000 && RULER.test(own) && columnsOf(own) === columnsOf(before))
      things.table++;
    before = line.trim();
    return code.get(index) ?? (/^\[[^\]]+\]:\s/.test(own) ? '' : own.replace(NAMES, ''));
  });
  return { text: legible(seen.join('\n')), things };
}

/** MDX without its modules, and without braces and what stands in them. */
function withoutExpressions(text: string): string {
  let depth = 0;
  return text.replace(/^(?:import|export)\s(?:.+\n?)+/gm, lineBreaks).replace(/\\.|[{}]|[^{}\\]+|\\/g, (part) => {
    if (part === '{') depth++;
    const isSeen = depth === 0 && part !== '}';
    if (part === '}' && depth > 0) depth--;
    return isSeen ? part : lineBreaks(part);
  });
}

/** Counts a rich text. */
export function tallyRichText({ content }: RichText, title = ''): Tally {
  const things = noThings();
  if (title !== '') things.heading++;
  const texts = [title, '\n'];
  let href: unknown;
  const visit = ({ type, text = '', marks = [], attrs, content: inside = [] }: RichTextNode) => {
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
      texts.push(` ${attrs?.alt ?? ''} ${attrs?.caption ?? ''} `);
    }
    for (const child of inside) visit(child);
    texts.push('\n');
  };
  for (const block of content) visit(block);
  return { text: texts.join('').replace(NOT_COUNTED, ''), things };
}

/**
 * What is in a source, and neither in what was made of it nor in what is told to be left out; with the line in the source. A word
 * that is joined to its neighbours is not missing.
 * @param leftOut as the source has it
 */
export function findMissing(
  source: Tally,
  result: Tally,
  leftOut: readonly string[] = [],
): { line: number; message: string }[] {
  const lost = missingWords(source, result, leftOut);
  const words = lost.slice(0, 20).map(([word]) => word);
  const more = lost.length > words.length ? ' …' : '';
  const message = `words are not in the text: ${words.join(' ')}${more}`;
  const missing = lost[0] ? [{ line: source.text.slice(0, lost[0].index).split('\n').length, message }] : [];
  const told = leftOut.map((part) => tallyMarkdown(part).things);
  for (const thing of THINGS) {
    const [own, kept] = [source.things[thing], result.things[thing]];
    if (told.reduce((sum, things) => sum + things[thing], kept) < own)
      missing.push({ line: 1, message: `of ${own} ${thing}${own === 1 ? '' : 's'}, the text has ${kept}` });
  }
  return missing;
}

/** Words that are told of one text. */
const MOST_MISSING = 200;

function missingWords(source: Tally, result: Tally, leftOut: readonly string[]): RegExpExecArray[] {
  const own = wordsOf(source.text);
  const kept = wordsOf(result.text);
  // Most texts have all words in their order.
  let next = 0;
  for (const word of kept) if (word === own[next]) next++;
  if (next === own.length) return [];
  const counts = new Map<string, number>();
  for (const word of [...kept, ...leftOut.flatMap((part) => wordsOf(legible(part)))])
    counts.set(word, (counts.get(word) ?? 0) + 1);
  const missing: number[] = [];
  for (const [at, word] of own.entries()) {
    const left = counts.get(word) ?? 0;
    counts.set(word, left - 1);
    if (left <= 0 && missing.length < MOST_MISSING) missing.push(at);
  }
  if (missing.length === 0) return [];
  // Words that other spaces divide: with their neighbours, their letters are there.
  const letters = kept.join('');
  const isMissing = (at: number) => !letters.includes(own.slice(Math.max(at - 1, 0), at + 2).join(''));
  const lost = new Set(missing.filter(isMissing));
  return [...source.text.matchAll(WORD)].filter((_, at) => lost.has(at));
}
