import { autoParagraphs } from './auto-paragraphs.ts';
import type { Attachment, ExportIndex } from './export-index.ts';

/** Tells what became of something on a line of the text. `isKept` if it has become something equal. */
type TellChange = (line: number, message: string, isKept?: boolean) => void;

const CAPTION = /\[(?:wp_)?caption[^\]]*\]([\s\S]*?)\[\/(?:wp_)?caption\]/g;
const PICTURE = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i;
const REUSED = /<!--\s*wp:block\s+\{[^}]*"ref":\s*(\d+)[^}]*\}\s*\/-->/g;
const MADE_BLOCK = /<!--\s*wp:([a-z][\w/-]*)\s+(?:\{[\s\S]*?\}\s+)?\/-->/g;
const EMBEDDED = /^([ \t]*(?:<p>)?)(https?:\/\/[^\s<>"]+)((?:<\/p>)?[ \t]*)$/gm;
/** What is no shortcode, and stays: code, comments, tags; then brackets in brackets; then what may be a shortcode. */
const BRACKETS =
  /<(pre|code)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>|\[(\[[^[\]]*\])\]|\[(\/?)([a-zA-Z][\w-]*)((?:[\s=][^[\]]*)?)\]/g;
/** Blocks that say nothing by themselves. */
const EMPTY_BLOCKS = new Set(['more', 'nextpage', 'spacer', 'separator', 'paragraph']);

/**
 * Makes plain HTML of the content of a post: shortcodes of WordPress become pictures and links, reusable blocks are filled in, and
 * texts of the classic editor get paragraphs. Keeps the number of lines.
 * @param post.id for galleries of all pictures of a post
 */
export function contentToHtml(
  content: string,
  { index, id }: { index: ExportIndex; id: string },
  tell: TellChange,
): string {
  const lineAt = (text: string, at: number) => text.slice(0, at).split('\n').length;
  const filled = content.replace(
    REUSED,
    (whole, ref: string) => index.blocks.get(ref)?.replace(/\s*\n\s*/g, ' ') ?? whole,
  );
  const made = filled.replace(MADE_BLOCK, (whole, name: string, at: number) => {
    if (!EMPTY_BLOCKS.has(name))
      tell(lineAt(filled, at), `the block "${name}" is left out: WordPress makes its contents`);
    return '\n'.repeat(lineAt(whole, whole.length) - 1);
  });
  const captioned = made.replace(CAPTION, (_, inner: string) => {
    const [, image = '', words = inner] = PICTURE.exec(inner) ?? [];
    return `<figure>${image}<figcaption>${words.trim()}</figcaption></figure>`;
  });
  const plain = captioned.replace(
    BRACKETS,
    (whole, _code, escaped: string | undefined, closes: string, name: string | undefined, rest: string, at: number) => {
      if (escaped !== undefined) return escaped;
      if (name === undefined || !isShortcode(captioned, name, rest)) return whole;
      if (name === 'gallery') return gallery(rest, index, id);
      if (name === 'embed') return '';
      if (closes !== '/')
        tell(lineAt(captioned, at), `the shortcode [${name}] is left out; what stands inside it stays`);
      return '';
    },
  );
  const linked = plain.replace(EMBEDDED, (_, before: string, url: string, after: string, at: number) => {
    tell(lineAt(plain, at), `the embedded address ${url} becomes a link`, true);
    const link = `<a href="${url}">${url}</a>`;
    return before.includes('<p>') ? `${before}${link}${after}` : `${before}<p>${link}</p>${after}`;
  });
  return content.includes('<!-- wp:') ? linked : autoParagraphs(linked);
}

/** Words in brackets are a shortcode if they have arguments, are closed, or are named like none of a language. */
function isShortcode(text: string, name: string, rest: string): boolean {
  return name === 'gallery' || /[_-]/.test(name) || /=/.test(rest) || text.includes(`[/${name}]`);
}

function gallery(rest: string, { attachments }: ExportIndex, id: string): string {
  const ids = /\bids=["']?([\d,\s]+)/
    .exec(rest)?.[1]
    ?.split(',')
    .map((part) => part.trim());
  const all = ids
    ? ids.flatMap((one) => attachments.get(one) ?? [])
    : [...attachments.values()].filter(({ parent }) => parent === id);
  return all.map(figure).join('');
}

function figure({ url, alt, caption }: Attachment): string {
  const words = caption === '' ? '' : `<figcaption>${caption.replaceAll('\n', ' ')}</figcaption>`;
  return `<figure><img src="${attribute(url)}" alt="${attribute(alt)}">${words}</figure>`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('\n', ' ');
}
