import type { DefaultTreeAdapterTypes } from 'parse5';
import { linkTargetProblem } from '../rich-text/link-target.ts';
import type { RichTextMark, RichTextNode } from '../rich-text/rich-text.ts';
import {
  allInside,
  attributesOf,
  calloutOf,
  codeBlock,
  figureAttributes,
  idOf,
  mediaOf,
  readSiteBlock,
  startOf,
  styleOf,
  textOf,
} from './elements.ts';
import { isMark, marksOf, withoutSpaceAtEdges } from './inline.ts';

type Element = DefaultTreeAdapterTypes.Element;
type ChildNode = DefaultTreeAdapterTypes.ChildNode;

export interface HtmlOptions {
  /** The origin of the site, without a trailing slash: absolute URLs of its pictures are recognized. */
  origin?: string;
  /** The file of a picture that is not one of the site, which becomes `attrs.file`, or why there is none. */
  fileOf?(src: string): { file: string } | { problem: string };
  /** The address that a link gets. */
  linkTo?(href: string): string;
  /** Whether blocks have their line, from 1, as `attrs.line`. */
  withLines?: boolean;
}

/** Elements whose contents are not text of the page. */
export const DROPPED = new Set(
  'script style template noscript iframe object embed head title svg math select button textarea audio video canvas'.split(
    ' ',
  ),
);

/** Block elements without further meaning, such as `div`. */
const FRAMES = new Set(
  'address article body center dd details dialog div fieldset footer form header hgroup html main nav section summary figcaption caption legend'.split(
    ' ',
  ),
);

/** Elements without a meaning that would be lost. */
const SILENT = new Set('span font label small wbr ins tbody picture source'.split(' '));

export interface Surroundings {
  marks: RichTextMark[];
  /** Depth of nested elements. */
  depth: number;
  /** Depth of nested rich text nodes. */
  nesting: number;
  options: HtmlOptions;
  /** The media id that stands for a file. */
  standIn: (file: string) => string;
  /** Reports what a rich text cannot have. `isKept` if it has become something equal. */
  tell: (node: Element, message: string, isKept?: boolean) => void;
  /** Whether white space is preserved here. */
  keepsSpaces?: boolean;
  /** Whether this is a figure of several pictures, where lists only hold them together. */
  inGallery?: boolean;
}

/** Elements nested deeper are flattened: above what a rich text allows, plus wrappers. */
const MAX_DEPTH = 200;

/** The limit of `richTextProblems` minus a paragraph and its text. */
const MAX_NESTING = 22;

/** How many node levels an element adds around its blocks. */
const LEVELS: { [element: string]: number } = { ul: 2, ol: 2, menu: 2, li: 2, blockquote: 1, aside: 1, table: 3 };

const INLINE = new Set(['text', 'hardBreak']);

/** Converts HTML nodes to rich text nodes, a mix of blocks and inline nodes. */
function convertChildren(nodes: ChildNode[], around: Surroundings): RichTextNode[] {
  return nodes.flatMap((node, at) =>
    continuesLink(node, nodes[at - 1])
      ? [{ type: 'text', text: ' ' }, ...convert(node, around)]
      : convert(node, around),
  );
}

/** Whether a link comes right after one to the same place, so that their words would become one. */
function continuesLink(node: ChildNode, before: ChildNode | undefined): boolean {
  if (!before || !('tagName' in node && 'tagName' in before) || node.tagName !== 'a' || before.tagName !== 'a')
    return false;
  const [words, end] = [node.childNodes[0], before.childNodes.at(-1)];
  const isText = words?.nodeName === '#text' && end?.nodeName === '#text';
  return isText && attributesOf(node).href === attributesOf(before).href;
}

/** Converts the contents of an element to blocks: inline nodes between blocks become paragraphs. */
export function convertBlocks(element: Pick<Element, 'childNodes'>, around: Surroundings): RichTextNode[] {
  return paragraphs(convertChildren(element.childNodes, { ...around, marks: [] }));
}

function paragraphs(nodes: RichTextNode[]): RichTextNode[] {
  const blocks: RichTextNode[] = [];
  let run: RichTextNode[] = [];
  const end = () => {
    const line = run.find(({ text }) => text?.trim() !== '')?.attrs?.line;
    const content = withoutSpaceAtEdges(run);
    if (content.length > 0) blocks.push({ type: 'paragraph', ...(line !== undefined && { attrs: { line } }), content });
    run = [];
  };
  for (const node of nodes) {
    if (INLINE.has(node.type)) run.push(node);
    else {
      end();
      blocks.push(node);
    }
  }
  end();
  return blocks;
}

function convert(node: ChildNode, around: Surroundings): RichTextNode[] {
  const nodes = convertAny(node, around);
  const line = node.sourceCodeLocation?.startLine;
  if (!around.options.withLines) return nodes;
  return nodes.map((made) => ({ ...made, attrs: { line, ...made.attrs } }));
}

function convertAny(node: ChildNode, around: Surroundings): RichTextNode[] {
  if (node.nodeName === '#text') return convertText((node as DefaultTreeAdapterTypes.TextNode).value, around);
  if (!('tagName' in node)) return [];
  const { tagName: name } = node;
  if (DROPPED.has(name)) {
    around.tell(node, `<${name}> is left out, with its contents${whatWas(node)}`);
    return [];
  }
  if (around.depth > MAX_DEPTH) {
    around.tell(node, `<${name}> is nested too deeply; its words stay`);
    return convertText(textOf(node), around);
  }
  const inside = { ...around, depth: around.depth + 1 };
  const { 'data-file': media } = attributesOf(node);
  if (media !== undefined && /^[0-9a-f]{32}$/.test(media)) return [{ type: 'file', attrs: { ...idOf(node), media } }];
  if (attributesOf(node)['data-site-block'] !== undefined) return readSiteBlock(node, around.tell);
  inside.marks = marksOf(node, name, around);
  if (isMark(name)) return convertChildren(node.childNodes, inside);
  if (FRAMES.has(name)) return paragraphs(convertChildren(node.childNodes, inside));
  return convertElement(node, name, inside);
}

/** The address and the first words of what is left out. */
function whatWas(node: Element): string {
  const { src, data, href } = attributesOf(node);
  const words = /^(?:script|style|template|svg|math|iframe|noscript)$/.test(node.tagName)
    ? ''
    : textOf(node).replace(/\s+/g, ' ').trim();
  const parts = [src ?? data ?? href ?? '', words === '' ? '' : `"${words}"`].filter((part) => part !== '');
  return parts.length === 0 ? '' : `: ${parts.map(shortened).join(', ')}`;
}

function convertElement(node: Element, name: string, around: Surroundings): RichTextNode[] {
  const attrs = idOf(node);
  const inside = { ...around, nesting: around.nesting + (LEVELS[name] ?? 0) };
  if (inside.nesting > MAX_NESTING) {
    around.tell(node, `<${name}> is nested too deeply; its contents stay`);
    return convertBlocks(node, around);
  }
  switch (name) {
    case 'a':
      return convertChildren(node.childNodes, { ...inside, marks: withLink(node, inside) });
    case 'dl':
      inside.tell(node, '<dl> becomes paragraphs, its terms in bold', true);
      return paragraphs(convertChildren(node.childNodes, inside));
    case 'dt':
      return paragraphs(convertChildren(node.childNodes, { ...inside, marks: [...inside.marks, { type: 'bold' }] }));
    case 'abbr': {
      const { title } = attributesOf(node);
      if (title) inside.tell(node, `what "${shortened(textOf(node))}" stands for is left out: ${shortened(title)}`);
      return convertChildren(node.childNodes, inside);
    }
    case 'br':
      return [{ type: 'hardBreak', attrs }];
    case 'hr':
      return [{ type: 'horizontalRule', attrs }];
    case 'p':
      return textBlock('paragraph', node, inside, attrs);
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return textBlock('heading', node, inside, { ...attrs, level: levelOf(node, inside) });
    case 'ul':
    case 'menu':
      if (inside.inGallery) return convertBlocks(node, inside);
      return [{ type: 'bulletList', attrs, content: entries(node, inside) }];
    case 'ol':
      return [{ type: 'orderedList', attrs: { ...attrs, ...startOf(node) }, content: entries(node, inside) }];
    case 'li':
      if (inside.inGallery) return convertBlocks(node, inside);
      return [{ type: 'bulletList', content: [entry(node, inside)] }];
    case 'blockquote':
      return [{ type: 'blockquote', attrs, content: convertBlocks(node, inside) }];
    case 'aside':
      return [{ type: 'callout', attrs: { ...attrs, kind: calloutOf(node) }, content: convertBlocks(node, inside) }];
    case 'pre':
      tellLinks(node, 'code', inside);
      return [codeBlock(node, attrs)];
    case 'table':
      return [...captions(node, around), { type: 'table', attrs, content: rows(node, inside) }];
    case 'figure':
      return convertFigure(node, inside);
    case 'img':
      return picture(node, {}, mediaOf(node, inside.options.origin), inside);
    default: {
      // An unknown element, or a span: keep its contents.
      if (!SILENT.has(name)) inside.tell(node, `<${name}> is left out; its contents stay`);
      const keepsSpaces = /pre/.test(styleOf(node)['white-space'] ?? '') || inside.keepsSpaces === true;
      return convertChildren(node.childNodes, { ...inside, keepsSpaces });
    }
  }
}

/** Unless preserved, white space collapses to one space; at edges it is removed later. */
function convertText(value: string, { marks, keepsSpaces }: Surroundings): RichTextNode[] {
  const text = keepsSpaces ? value : value.replace(/[ \t\n\r\f]+/g, ' ');
  if (text === '') return [];
  return [
    { type: 'text', text, ...(marks.length > 0 && { marks }), ...(keepsSpaces && { attrs: { keepsSpaces: true } }) },
  ];
}

/** Nested blocks, which only invalid HTML has, are placed after it. */
function textBlock(type: string, node: Element, inside: Surroundings, attrs: object): RichTextNode[] {
  const parts = convertChildren(node.childNodes, inside);
  const first = parts.findIndex((part) => !INLINE.has(part.type));
  const own = first < 0 ? parts : parts.slice(0, first);
  const content = withoutSpaceAtEdges(own);
  const block = { type, attrs: { ...attrs }, content };
  if (first < 0) return [block];
  return [...(content.length > 0 ? [block] : []), ...paragraphs(parts.slice(first))];
}

function entries(list: Element, inside: Surroundings): RichTextNode[] {
  const items: RichTextNode[] = [];
  let number = Number(attributesOf(list).start ?? 1);
  for (const child of list.childNodes) {
    if ('tagName' in child && child.tagName === 'li') {
      const { value } = attributesOf(child);
      if (list.tagName === 'ol' && value !== undefined && Number(value) !== number && items.length > 0)
        inside.tell(child, `the number ${shortened(value)} of an item becomes ${number}`);
      items.push(entry(child, inside));
      number++;
      continue;
    }
    const content = paragraphs(convert(child, { ...inside, marks: [] }));
    const last = items.at(-1);
    // A list in a list, beside its items, belongs to the one before it.
    if (content.length > 0 && last) last.content = [...(last.content ?? []), ...content];
    else if (content.length > 0) items.push({ type: 'listItem', content });
  }
  return items;
}

function entry(node: Element, inside: Surroundings): RichTextNode {
  const content = convertBlocks(node, inside);
  return { type: 'listItem', attrs: idOf(node), content: content.length > 0 ? content : [{ type: 'paragraph' }] };
}

/** The caption of a table, placed before it because tables have none. */
function captions(table: Element, around: Surroundings): RichTextNode[] {
  return table.childNodes.flatMap((child) =>
    'tagName' in child && child.tagName === 'caption' ? convertBlocks(child, around) : [],
  );
}

function rows(table: Element, inside: Surroundings): RichTextNode[] {
  return table.childNodes.flatMap((child): RichTextNode[] => {
    if (!('tagName' in child)) return [];
    if (child.tagName === 'tr') return [{ type: 'tableRow', attrs: idOf(child), content: cells(child, inside) }];
    return ['thead', 'tbody', 'tfoot'].includes(child.tagName) ? rows(child, inside) : [];
  });
}

function cells(row: Element, inside: Surroundings): RichTextNode[] {
  return row.childNodes.flatMap((child): RichTextNode[] => {
    if (!('tagName' in child) || (child.tagName !== 'td' && child.tagName !== 'th')) return [];
    const { colspan, rowspan, align } = attributesOf(child);
    const aligned = styleOf(child)['text-align'] ?? align;
    const attrs = {
      ...idOf(child),
      ...(colspan !== undefined && { colspan: Number(colspan) }),
      ...(rowspan !== undefined && { rowspan: Number(rowspan) }),
      ...(aligned !== undefined && { align: aligned }),
    };
    const content = convertBlocks(child, inside);
    return [{ type: child.tagName === 'th' ? 'tableHeader' : 'tableCell', attrs, content }];
  });
}

/** A picture with its caption, or a gallery of several; for any other figure, and one with more words, its contents. */
function convertFigure(figure: Element, inside: Surroundings): RichTextNode[] {
  const [image, ...others] = allInside(figure, 'img');
  if (image && (others.length > 0 || allInside(figure, 'figure').length > 0)) return convertGallery(figure, inside);
  const media = image && mediaOf(image, inside.options.origin, figure);
  const isPicture = media !== undefined || inside.options.fileOf;
  const [caption] = allInside(figure, 'figcaption');
  const hasMore = lettersOf(figure) > (caption ? lettersOf(caption) : 0);
  if (!image || !isPicture || hasMore) return convertBlocks(figure, inside);
  const linked = allInside(figure, 'a').find((link) => allInside(link, 'img').length > 0);
  const around = linked ? { ...inside, marks: withLink(linked, inside) } : inside;
  const found = picture(
    image,
    { ...idOf(figure), ...(caption && { caption: captionText(caption, inside) }), ...figureAttributes(figure) },
    media,
    around,
  );
  return found.length > 0 || !caption ? found : convertBlocks(caption, inside);
}

/** A figure with nothing but pictures and paragraphs, of which the latter follow; for any other one, its contents. */
function convertGallery(figure: Element, inside: Surroundings): RichTextNode[] {
  const blocks = convertBlocks(figure, { ...inside, inGallery: true }).flatMap((block) =>
    block.type === 'gallery' ? (block.content ?? []) : [block],
  );
  const content = blocks.filter(({ type }) => type === 'image');
  const words = blocks.filter(({ type }) => type === 'paragraph');
  if (content.length === 0 || content.length + words.length < blocks.length) return blocks;
  return [{ type: 'gallery', attrs: idOf(figure), content }, ...words];
}

/** How many letters an element has, without white space. */
function lettersOf(element: Element): number {
  return textOf(element).replace(/\s+/g, '').length;
}

function tellLinks(element: Element, place: string, { tell }: Surroundings): void {
  for (const link of allInside(element, 'a')) {
    const { href } = attributesOf(link);
    if (href) tell(link, `a link in ${place} is left out, its words stay: ${shortened(href)}`);
  }
}

function captionText(caption: Element, inside: Surroundings): string {
  tellLinks(caption, 'a caption', inside);
  const words = convertChildren(caption.childNodes, inside).flatMap(function texts(node): RichTextNode[] {
    return node.content ? node.content.flatMap(texts) : [node];
  });
  return withoutSpaceAtEdges(words)
    .map(({ type, text = '' }) => (type === 'hardBreak' ? '\n' : text))
    .join('');
}

/** Nothing for a picture that is neither from the site nor in a file. */
function picture(image: Element, attrs: object, own: string | undefined, around: Surroundings): RichTextNode[] {
  const { alt, src = '' } = attributesOf(image);
  const found = own === undefined ? around.options.fileOf?.(src) : undefined;
  const media = found && 'file' in found ? around.standIn(found.file) : own;
  const href = around.marks.find(({ type }) => type === 'link')?.attrs?.href;
  const link = typeof href === 'string' ? shortened(href) : '';
  if (media === undefined) {
    const reason = found && 'problem' in found ? found.problem : 'it is not one of the site';
    const what = `the picture "${shortened(src)}" is left out${link === '' ? '' : `, with its link to ${link}`}`;
    around.tell(image, `${what}: ${reason}`);
    return [];
  }
  if (link !== '') around.tell(image, `the link of a picture is left out: ${link}`);
  return [{ type: 'image', attrs: { ...idOf(image), ...attrs, media, ...(alt !== undefined && { alt }) } }];
}

function withLink(node: Element, { marks, options, tell }: Surroundings): RichTextMark[] {
  const given = attributesOf(node).href?.trim();
  const href = given === undefined ? undefined : (options.linkTo?.(given) ?? given);
  const problem = linkTargetProblem(href);
  if (problem) {
    // An anchor without an address is no link.
    if (href !== undefined) tell(node, `a link is left out, its words stay: ${problem}`);
    return marks;
  }
  return [...marks.filter(({ type }) => type !== 'link'), { type: 'link', attrs: { href } }];
}

function levelOf(heading: Element, { tell }: Surroundings): number {
  const level = Math.min(Math.max(Number(heading.tagName[1]), 2), 4);
  if (heading.tagName !== `h${level}`) tell(heading, `<${heading.tagName}> becomes <h${level}>`);
  return level;
}

/** A part of an address that is long enough to find it. */
function shortened(address: string): string {
  return address.length > 80 ? `${address.slice(0, 80)}…` : address;
}
