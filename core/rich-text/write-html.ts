import {
  type RichText,
  type RichTextMark,
  type RichTextNode,
  siteBlockAttributesOf,
  siteBlockWords,
} from './rich-text.ts';

const MARKS: { [type: string]: string } = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  code: 'code',
  subscript: 'sub',
  superscript: 'sup',
};

/** White space in HTML. */
const SPACE = /[ \t\n\r\f]/;

const PLAIN: { [type: string]: string } = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  blockquote: 'blockquote',
  callout: 'aside',
  tableRow: 'tr',
  tableHeader: 'th',
  tableCell: 'td',
  gallery: 'figure',
};

/**
 * Serializes a rich text as HTML for programs, without the site's design. `parseHtml` restores the same text, including ids.
 */
export function writeHtml({ content }: RichText): string {
  return content.map(writeNode).join('\n');
}

function writeNode(node: RichTextNode, index = 0, siblings: RichTextNode[] = []): string {
  const { attrs = {} } = node;
  switch (node.type) {
    case 'text':
      return writeText(node, siblings[index - 1], siblings[index + 1]);
    case 'hardBreak':
      return `<br${id(attrs)}>`;
    case 'horizontalRule':
      return `<hr${id(attrs)}>`;
    case 'heading':
      return element(`h${String(attrs.level)}`, id(attrs), inner(node));
    case 'codeBlock':
      return writeCode(node);
    case 'image':
      return writePicture(attrs);
    case 'file':
      return writeFile(attrs);
    case 'siteBlock':
      return writeSiteBlock(node);
    case 'table':
      return element('table', id(attrs), element('tbody', '', inner(node)));
    default:
      return element(PLAIN[node.type] ?? 'div', id(attrs) + attributesOf(node), inner(node));
  }
}

function inner({ content = [] }: RichTextNode): string {
  return content.map(writeNode).join('');
}

function attributesOf({ type, attrs = {} }: RichTextNode): string {
  switch (type) {
    case 'callout':
      return attribute('data-callout', attrs.kind);
    case 'orderedList':
      return attribute('start', attrs.start);
    case 'tableHeader':
    case 'tableCell':
      return (
        attribute('colspan', attrs.colspan) +
        attribute('rowspan', attrs.rowspan) +
        attribute('style', attrs.align && `text-align: ${String(attrs.align)}`)
      );
    default:
      return '';
  }
}

function writeCode({ attrs = {}, content = [] }: RichTextNode): string {
  const text = content.map((node) => escapeHtml(node.text ?? '')).join('');
  const language = attribute('data-language', attrs.language);
  return element('pre', id(attrs), element('code', language, text));
}

function writePicture(attrs: NonNullable<RichTextNode['attrs']>): string {
  const media = String(attrs.media);
  const image = `<img src="/media/${media}/original"${attribute('alt', attrs.alt)}>`;
  const caption = attrs.caption === undefined ? '' : element('figcaption', '', keepingSpaces(String(attrs.caption)));
  const given =
    attribute('data-media', media) +
    attribute('data-width', attrs.width) +
    attribute('data-crop', attrs.crop) +
    attribute('data-credit', attrs.credit);
  return element('figure', id(attrs) + given, image + caption);
}

/** The address leads to the one with the name of the file. */
function writeFile(attrs: NonNullable<RichTextNode['attrs']>): string {
  const href = `/files/${String(attrs.media)}/file`;
  const link = element('a', attribute('href', href), href);
  return element('p', id(attrs) + attribute('data-file', attrs.media), link);
}

/** The attributes are what `parseHtml` reads; the words are for readers. */
function writeSiteBlock(node: RichTextNode): string {
  const { kind, values } = siteBlockAttributesOf(node);
  const words = siteBlockWords(node);
  const json = (members: object) => (Object.keys(members).length > 0 ? JSON.stringify(members) : undefined);
  const given =
    attribute('data-site-block', kind) + attribute('data-values', json(values)) + attribute('data-words', json(words));
  const shown = Object.values(words).filter((text) => text.trim() !== '');
  return element('div', id(node.attrs ?? {}) + given, shown.map((text) => element('p', '', escapeHtml(text))).join(''));
}

function writeText(node: RichTextNode, before: RichTextNode | undefined, after: RichTextNode | undefined): string {
  const { text = '', marks = [] } = node;
  const isSafe = {
    start: before?.type === 'text' && !SPACE.test(before.text?.at(-1) ?? ' '),
    end: after?.type === 'text',
  };
  return marks.reduceRight((html, mark) => marked(mark, html), keepingSpaces(text, isSafe));
}

function marked(mark: RichTextMark, html: string): string {
  if (mark.type === 'link') return element('a', attribute('href', mark.attrs?.href), html);
  return element(MARKS[mark.type] ?? 'span', '', html);
}

/**
 * Preserves spaces that HTML would collapse or drop at the edges of blocks.
 * @param isSafe whether the neighbours of the text preserve a space there
 */
function keepingSpaces(text: string, isSafe = { start: false, end: false }): string {
  const isKept =
    !/[\t\n\r\f]| {2}/.test(text) && (isSafe.start || !text.startsWith(' ')) && (isSafe.end || !text.endsWith(' '));
  return isKept ? escapeHtml(text) : element('span', ' style="white-space: pre-wrap"', escapeHtml(text));
}

function element(name: string, attributes: string, content: string): string {
  return `<${name}${attributes}>${content}</${name}>`;
}

function id({ id: value }: NonNullable<RichTextNode['attrs']>): string {
  return attribute('data-id', value);
}

function attribute(name: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  return ` ${name}="${escapeHtml(String(value)).replaceAll('"', '&quot;')}"`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>\r]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&#13;');
}
