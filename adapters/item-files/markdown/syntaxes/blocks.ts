import type { Token, Tokens } from 'marked';
import { calloutNamed, type PageWriter, type RenderedSyntax } from '#core/markdown/render-markdown.ts';

/** Where a line begins a block, so that it does not continue the paragraph above it. */
const BLOCK_START = /^ {0,3}(?:#{1,6} |```|~~~|>|[-*+] |\d{1,9}[.)] |: |:::|\[\^|!!!|\?\?\?|[{<|])/;

/**
 * A block that goes on in lines that are indented by two spaces or more.
 * @param at where its text begins: within its first line, or at the one after it
 * @param isLazy whether lines that are not indented continue its paragraph
 */
function indentedBlock(source: string, at: number, isLazy: boolean): { raw: string; text: string } {
  const lines: string[] = [];
  let [end, blank] = [at, 0];
  for (let from = at; from < source.length; ) {
    const found = source.indexOf('\n', from);
    const next = found < 0 ? source.length : found + 1;
    const line = source.slice(from, next).trimEnd();
    const isWithin = source[from - 1] !== '\n' || /^(?: {2}|\t)/.test(line);
    if (line !== '' && !isWithin && (!isLazy || blank > 0 || BLOCK_START.test(line))) break;
    from = next;
    if (line === '') {
      blank++;
      continue;
    }
    lines.push(...Array.from({ length: blank }, () => ''), line.replace(/^(?:\t| {1,4})/, ''));
    [end, blank] = [next, 0];
  }
  return { raw: source.slice(0, end), text: lines.join('\n') };
}

/** Paragraphs in HTML whose first one begins with something. */
function beginning(html: string, start: string): string {
  return html.startsWith('<p>') ? `<p>${start} ${html.slice(3)}` : `<p>${start}</p>\n${html}`;
}

/**
 * Footnotes, `[^name]: text` with further paragraphs indented, where they stand; references have their numbers. One that nothing
 * refers to comes after the others.
 */
function footnotes(): RenderedSyntax[] {
  const numbers = new Map<string, number>();
  const defined = new Set<string>();
  const numberOf = (label: string) => {
    const number = numbers.get(label) ?? numbers.size + 1;
    numbers.set(label, number);
    return number;
  };
  const sign = /^\[\^([^[\]\s]{1,100})\]/;
  return [
    {
      name: 'footnote',
      level: 'block',
      start: /\[\^[^[\]\s]{1,100}\]:/,
      read(source, lexer) {
        const [whole, label = ''] = sign.exec(source) ?? [''];
        const { raw, text } = indentedBlock(source, whole.length + 1, true);
        defined.add(label.toLowerCase());
        return { type: 'footnote', raw, label: label.toLowerCase(), tokens: lexer.blockTokens(text, []) };
      },
      render(token, { tell, blocks }) {
        tell(token, 'a footnote becomes part of the text', true);
        return beginning(blocks(token.tokens ?? []), `<sup>${numberOf(token.label)}</sup>`);
      },
    },
    {
      name: 'footnoteReference',
      level: 'inline',
      start: /\[\^[^[\]\s]{1,100}\]/,
      read(source) {
        const [raw, label = ''] = sign.exec(source) ?? [''];
        if (!defined.has(label.toLowerCase())) return undefined;
        const number = numberOf(label.toLowerCase());
        return { type: 'footnoteReference', raw, number, isFollowed: source.startsWith('[^', raw.length) };
      },
      render: ({ number, isFollowed }) => `<sup>${number}${isFollowed ? ',' : ''}</sup>`,
    },
  ];
}

/** Where a container ends: at a line of colons alone, outside of those in it and of code; or with the text. */
function containerEnd(source: string, from: number): { inner: number; end: number } {
  const line = /^ {0,3}(?::{3,}[ \t]*(\S?)|(`{3,}|~{3,})).*\n?/gm;
  line.lastIndex = from;
  let depth = 1;
  let fence: string | undefined;
  for (let found = line.exec(source); found; found = line.exec(source)) {
    const [whole, name, sign] = found;
    if (sign) fence = fence === undefined ? sign : sign.startsWith(fence) ? undefined : fence;
    else if (fence === undefined) depth += name ? 1 : -1;
    if (depth === 0) return { inner: found.index, end: found.index + whole.length };
  }
  return { inner: source.length, end: source.length };
}

/** Containers become callouts if they are named like one; of others, the title and the contents stay. */
function renderContainer(token: Tokens.Generic, { tell, inline, blocks }: PageWriter): string {
  const kind = calloutNamed(token.kind);
  const title = token.title.length > 0 ? `<p><strong>${inline(token.title)}</strong></p>\n` : '';
  const inner = `${title}${blocks(token.tokens ?? [])}`;
  if (kind !== undefined) return `<aside data-callout="${kind}">${inner}</aside>\n`;
  tell(token, `the container "${token.kind}" is left out; what stands inside it stays`);
  return inner;
}

const CONTAINERS: RenderedSyntax[] = [
  {
    // `:::name[Title]{.class}`, `::: name Title` and `::: {.name}`, up to `:::`.
    name: 'container',
    level: 'block',
    start: /:::+[ \t]*[\w{]/,
    read(source, lexer) {
      const [first, kind, inBrackets, after = ''] =
        /^:{3,}[ \t]*(?:\{[ \t]*\.)?([a-zA-Z][\w-]*)[ \t]*(?:\[([^\]\n]*)\])?([^{}\n]*)(?:\{[^{}\n]*)?\}?[ \t]*(?:\n|$)/.exec(
          source,
        ) ?? [];
      if (first === undefined) return undefined;
      const { inner, end } = containerEnd(source, first.length);
      const title = lexer.inline((inBrackets ?? after).trim());
      const tokens = lexer.blockTokens(source.slice(first.length, inner), []);
      return { type: 'container', raw: source.slice(0, end), kind, title, tokens };
    },
    render: renderContainer,
  },
  {
    // `!!! note "Title"`, and `???` for one that can be closed, with its text indented.
    name: 'admonition',
    level: 'block',
    start: /(?:!!!|\?\?\?\+?) +\w/,
    read(source, lexer) {
      const [first, kind, title = ''] =
        /^[!?]{3}\+? +([a-zA-Z][\w-]*)(?: +[\w-]+)*(?: +"([^"\n]*)")? *(?:\n|$)/.exec(source) ?? [];
      if (first === undefined) return undefined;
      const { raw, text } = indentedBlock(source, first.length, false);
      return { type: 'admonition', raw, kind, title: lexer.inline(title), tokens: lexer.blockTokens(text, []) };
    },
    render: renderContainer,
  },
];

/** `Term` on a line, and `: what it means` on the lines below it: paragraphs, the terms in bold. */
const DEFINITIONS: RenderedSyntax = {
  name: 'definitions',
  level: 'block',
  start: /(?![-*+] |\d+[.)] |[>#|`~<:{!\s])(?=[^\n]+\n(?:[ \t]*\n)?:[ \t]+\S)/,
  read(source, lexer) {
    const term = source.slice(0, source.indexOf('\n'));
    const meanings: Token[][] = [];
    let at = term.length;
    for (let sign = DEFINITION.exec(source.slice(at)); sign; sign = DEFINITION.exec(source.slice(at))) {
      const { raw, text } = indentedBlock(source.slice(at), sign[0].length, true);
      meanings.push(lexer.blockTokens(text, []));
      at += raw.replace(/\n$/, '').length;
    }
    return { type: 'definitions', raw: source.slice(0, at), term: lexer.inline(term), meanings };
  },
  render({ term, meanings, raw }, { tell, inline, blocks }) {
    tell({ raw }, 'a term and its definitions become paragraphs', true);
    return `<p><strong>${inline(term)}</strong></p>\n${(meanings as Token[][]).map((tokens) => blocks(tokens)).join('')}`;
  },
};
const DEFINITION = /^\n(?:[ \t]*\n)?:[ \t]+(?=\S)/;

/** `{: .class #id}` of kramdown, after a block or words. */
const ATTRIBUTES: RenderedSyntax[] = (['block', 'inline'] as const).map((level) => ({
  name: `${level}Attributes`,
  level,
  start: /\{:/,
  read(source) {
    const raw = (level === 'block' ? /^\{:[^{}\n]*\}[ \t]*(?:\n|$)/ : /^\{:[^{}\n]*\}/).exec(source)?.[0];
    return raw === undefined ? undefined : { type: `${level}Attributes`, raw };
  },
  render(token, { tell }) {
    tell(token, `the attributes ${token.raw.trim()} are left out`);
    return '';
  },
}));

/** What Markdown of many programs has beside that of GitHub, for one text. */
export function commonSyntaxes(): RenderedSyntax[] {
  return [...footnotes(), ...CONTAINERS, ...ATTRIBUTES, DEFINITIONS];
}
