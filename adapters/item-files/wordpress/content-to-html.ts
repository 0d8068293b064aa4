import type { HtmlLoss } from '#core/html/parse-html.ts';
import { escapeHtml } from '#core/markup/html.ts';
import { MAX_FOREIGN_TEXT, membersOf } from '../foreign-text.ts';
import { enclosedParts, lineFinder, replaceEnclosed } from '../one-pass.ts';
import { parseJson } from '../parse-items.ts';
import { type BlockHead, renderBlocks, replaceEmptyBlocks } from './blocks.ts';
import type { Attachment, ExportIndex } from './export-index.ts';

const KEPT = /<(pre|script|style)\b/gi;
const NAMES =
  'address|article|aside|audio|blockquote|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|object|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul|video';
/** Between the end of a block and what follows it, and before the start of one. */
const BETWEEN_BLOCKS = new RegExp(`(?<=</(?:${NAMES})>)|(?=<(?:${NAMES})\\b)`, 'i');
const STARTS_WITH_BLOCK = new RegExp(`^<(?:/?(?:${NAMES})\\b|!--)`, 'i');
const END_OF_BLOCK = new RegExp(`^</(?:${NAMES})>$`, 'i');
const ENDS_WITH_TAG = new RegExp(`</?(?:${NAMES}|br)\\b[^<>]*>\\s*$`, 'i');

/**
 * Makes paragraphs where the classic editor of WordPress shows them: at blank lines; other line breaks are `<br>`. Keeps the number of
 * lines.
 */
export function autoParagraphs(html: string): string {
  const parts = enclosedParts(html, KEPT, ([, name]) => `</${name}>`);
  return Array.from(parts, ({ text, opening }) => (opening ? text : paragraphs(text))).join('');
}

function paragraphs(html: string): string {
  return html
    .split(/(\n[ \t]*(?:\n[ \t]*)+)/)
    .flatMap((part, index) => (index % 2 === 1 ? part : part.split(BETWEEN_BLOCKS)))
    .map((part) => (part.trim() === '' ? part : paragraph(part)))
    .join('');
}

function paragraph(text: string): string {
  if (STARTS_WITH_BLOCK.test(text.trimStart())) return text;
  const own = withoutEnds(text);
  /** Enough of the text so far to find a tag at its end. */
  let before = '';
  const lines = own.split('\n').map((line) => {
    const isBreak = before.trim() !== '' && !ENDS_WITH_TAG.test(before) && !STARTS_WITH_BLOCK.test(line.trimStart());
    before = `${before}\n${line}`.slice(-200);
    return { line, isBreak };
  });
  const words = lines.map(({ line }, index) => `${line}${lines[index + 1]?.isBreak ? '<br>' : ''}`).join('\n');
  return `<p>${words}</p>${text.slice(own.length)}`;
}

/** The text before the ends of blocks that it ends with, and before the space around them. */
function withoutEnds(text: string): string {
  let own = text.trimEnd();
  for (;;) {
    const at = own.lastIndexOf('</');
    if (at < 0 || !END_OF_BLOCK.test(own.slice(at))) return own;
    own = own.slice(0, at).trimEnd();
  }
}

/** Tells what became of something on a line of the text. */
type ReportChange = (line: number, message: string, how?: Pick<HtmlLoss, 'isKept' | 'markup'>) => void;

const CAPTION = /\[((?:wp_)?caption)[^[\]]*\]/g;
/** Shortcodes of plugins for code: its language is named like the shortcode, or by an argument. */
const CODE =
  /\[(code|sourcecode|source|php|javascript|js|css|html|xml|bash|shell|python|ruby|java|sql)((?:\s[^[\]]*)?)\]/gi;
const PICTURE = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i;
/** The number of a footnote in the text, which links to it. */
const NOTE = /<sup\b[^<>]{0,200}?\bdata-fn=[^<>]*>\s{0,100}<a\b[^<>]*>([^<>]*)<\/a>\s{0,100}<\/sup>/g;
const COMMENT_END = '-->';
const EMBEDDED = /^([ \t]*(?:<p>)?)(https?:\/\/[^\s<>"]+)((?:<\/p>)?[ \t]*)$/gm;
/** What is no shortcode, and stays: code, comments, tags; then brackets in brackets; then what may be a shortcode. */
const BRACKETS = /<(pre\b|code\b|!--)?|\[(\[[^[\]]*\])\]|\[(\/?)([a-zA-Z][\w-]*)((?:[\s=][^[\]]*)?)\]/gi;

/** Blocks that say nothing by themselves. */
const EMPTY_BLOCKS = new Set(['more', 'nextpage', 'spacer', 'separator', 'paragraph']);

/** With what is filled in, a content is longer than that of an item can be. */
export class ContentTooLong extends Error {
  override name = 'ContentTooLong';
  constructor() {
    super(`with its reusable blocks and galleries, the text has more than ${MAX_FOREIGN_TEXT / 1_000_000} MB`);
  }
}

/**
 * Makes plain HTML of the content of a post: shortcodes of WordPress become pictures and links, reusable blocks are filled in, and
 * texts of the classic editor get paragraphs. Keeps the number of lines.
 * @param post.id for galleries of all pictures of a post
 * @param post.notes footnotes, in JSON
 * @throws {ContentTooLong}
 */
export function contentToHtml(
  content: string,
  { index, id, notes }: { index: ExportIndex; id: string; notes?: string | undefined },
  tell: ReportChange,
): string {
  let length = content.length;
  /** Counts what is filled in, since a short reference can stand for much. */
  const fill = (text: string) => {
    length += text.length;
    if (length > MAX_FOREIGN_TEXT) throw new ContentTooLong();
    return text;
  };
  fill('');
  const filled = replaceEmptyBlocks(codeOf(content), ({ name, attributes: { ref } }, whole) => {
    const block = name === 'block' ? index.blocks.get(String(ref)) : undefined;
    return block === undefined ? whole : fill(block);
  });
  const lineOfNote = lineFinder(filled);
  const noted = filled.replace(NOTE, (markup, number: string, at: number) => {
    tell(lineOfNote(at), 'a footnote becomes part of the text', { isKept: true, markup });
    return `<sup>${number}</sup>`;
  });
  const lineOfBlock = lineFinder(noted);
  const made = replaceEmptyBlocks(noted, ({ name, at }, whole) => {
    if (name === 'footnotes') return footnotes(notes);
    if (!EMPTY_BLOCKS.has(name)) tell(lineOfBlock(at), `the block "${name}" is left out: WordPress makes its contents`);
    return whole.replace(/[^\n]+/g, '');
  });
  const captioned = replaceEnclosed(
    made,
    CAPTION,
    ([, name]) => `[/${name}]`,
    ({ text, opening: [sign, name = ''] }) => {
      const inner = text.slice(sign.length, -`[/${name}]`.length);
      const [, image = '', words = inner] = PICTURE.exec(inner) ?? [];
      return `<figure>${image}<figcaption>${words.trim()}</figcaption></figure>`;
    },
  );
  const plain = withoutShortcodes(captioned, tell, (rest) => {
    const figures = gallery(rest, index, id).map((picture) => fill(figure(picture)));
    return figures.length > 1 ? `<figure>${figures.join('')}</figure>` : figures.join('');
  });
  const lineOfAddress = lineFinder(plain);
  const linked = plain.replace(EMBEDDED, (_, before: string, url: string, after: string, at: number) => {
    tell(lineOfAddress(at), `the embedded address ${url} becomes a link`, { isKept: true });
    const link = `<a href="${url}">${url}</a>`;
    return before.includes('<p>') ? `${before}${link}${after}` : `${before}<p>${link}</p>${after}`;
  });
  return renderBlocks(linked, blockToHtml, autoParagraphs);
}

/** Content whose shortcodes of code are elements; entities in it are what they stand for. */
function codeOf(content: string): string {
  return replaceEnclosed(
    content,
    CODE,
    ([, name]) => `[/${name}]`,
    ({ text, opening: [sign, name = '', rest = ''] }) => {
      const given =
        /\blang(?:uage)?=["']?([\w+#-]+)/.exec(rest)?.[1] ?? (/^(?:source)?code$|^source$/i.test(name) ? '' : name);
      const code = text.slice(sign.length, -`[/${name}]`.length).replace(/^\n|\n$/g, '');
      const escaped = code.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      const lines = text.split('\n').length - code.split('\n').length;
      return `<pre><code class="language-${given}">${escaped}</code></pre>${'\n'.repeat(lines)}`;
    },
  );
}

/** The footnotes of a post as paragraphs: JSON in its metadata. */
function footnotes(json = ''): string {
  const parsed = parseJson(json);
  const notes: unknown[] = parsed.ok && Array.isArray(parsed.value) ? parsed.value : [];
  const texts = notes.map((note) => String(membersOf(note).content ?? ''));
  return texts.map((text, at) => `<p><sup>${at + 1}</sup> ${text.replaceAll('\n', ' ')}</p>`).join('');
}

/** The contents of a block, where its HTML does not say all. */
function blockToHtml({ name, attributes }: BlockHead, contents: string): string {
  if (name === 'verse') {
    const words = contents.replace(/^\s*<pre\b[^<>]*>|<\/pre>\s*$/g, '');
    return `<p>${words.replaceAll('\n', '<br>\n')}</p>`;
  }
  // Former galleries are lists of pictures.
  if (name === 'gallery') return contents.replace(/<\/?(?:ul|li)\b[^<>]*>/g, '');
  if (name === 'freeform') return autoParagraphs(contents);
  const { language } = attributes;
  if (!/(?:^|\/)code(?:-\w+)?$/.test(name) || typeof language !== 'string') return contents;
  const code = contents.replace(/^\s*<pre\b[^<>]*>\s*(?:<code\b[^<>]*>)?|(?:<\/code>)?\s*<\/pre>\s*$/g, '');
  return `<pre><code class="language-${attribute(language)}">${code}</code></pre>`;
}

function withoutShortcodes(text: string, tell: ReportChange, gallery: (rest: string) => string): string {
  const closed = new Set(text.matchAll(/\[\/([a-zA-Z][\w-]*)\]/g).map(([, name]) => name));
  const lineAt = lineFinder(text);
  const closingOf = ([whole, kept]: RegExpExecArray) => {
    if (!whole.startsWith('<')) return undefined;
    return kept === undefined ? '>' : kept === '!--' ? COMMENT_END : `</${kept}>`;
  };
  return replaceEnclosed(text, BRACKETS, closingOf, ({ text: whole, at, opening }) => {
    const [, , escaped, closes, name, rest = ''] = opening;
    if (escaped !== undefined) return escaped;
    if (name === undefined || !(isShortcode(name, rest) || closed.has(name))) return whole;
    if (name === 'gallery') return gallery(rest);
    if (name === 'embed') return '';
    if (closes !== '/') tell(lineAt(at), `the shortcode [${name}] is left out; what stands inside it stays`);
    return '';
  });
}

/** Words in brackets are a shortcode if they have arguments, are closed, or are named like none of a language. */
function isShortcode(name: string, rest: string): boolean {
  return name === 'gallery' || /[_-]/.test(name) || rest.includes('=');
}

function gallery(rest: string, { attachments, picturesOf }: ExportIndex, id: string): Attachment[] {
  const ids = /\bids=["']?([\d,\s]+)/
    .exec(rest)?.[1]
    ?.split(',')
    .map((part) => part.trim());
  return ids ? ids.flatMap((one) => attachments.get(one) ?? []) : (picturesOf.get(id) ?? []);
}

function figure({ url, alt, caption }: Attachment): string {
  const words = caption === '' ? '' : `<figcaption>${caption.replaceAll('\n', ' ')}</figcaption>`;
  return `<figure><img src="${attribute(url)}" alt="${attribute(alt)}">${words}</figure>`;
}

const attribute = (text: string) => escapeHtml(text).replaceAll('\n', ' ');
