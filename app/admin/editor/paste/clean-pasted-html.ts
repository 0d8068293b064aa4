import { linkTargetProblem } from '#core/rich-text/link-target.ts';
import { DISARMED, disarmStyles, styleOf } from './disarm-styles.ts';

/** A list entry as Word writes it: a paragraph whose style has the list and the level. */
interface WordEntry {
  paragraph: HTMLElement;
  list: string;
  level: number;
  isOrdered: boolean;
  start: number;
}

/** Pasted HTML reduced to what a text supports, and the number of removed parts. */
export interface CleanedHtml {
  html: string;
  /** Removed pictures that are not files of the site. */
  pictures: number;
  /** Removed frames, videos, sounds and forms. */
  frames: number;
  /** Removed links with a forbidden address; their text stays. */
  links: number;
}

/** Elements without content for a text. */
const NOISE = 'style, script, meta, link, title, head > *, xml, colgroup, o\\:p, w\\:sdtpr, input, button';

/** Elements with a content that a text cannot have. */
const FRAMES = 'iframe, object, embed, video, audio, form';

const KEPT_ATTRIBUTES = new Set([
  'href',
  'colspan',
  'rowspan',
  'start',
  'align',
  'data-media',
  'data-alt',
  'data-caption',
  'data-kind',
  'data-callout',
  'data-site-block',
  'data-values',
  'data-words',
  'class',
]);

/**
 * Reduces pasted HTML to the structure of a text: Word's list paragraphs become lists, styles become marks, headings start
 * below the page's own, and everything else is removed. HTML copied from an editor of this site is left unchanged.
 */
export function cleanPastedHtml(html: string): CleanedHtml {
  if (/<[^<>]+\sdata-pm-slice=/.test(html)) return { html, pictures: 0, frames: 0, links: 0 };
  const { body } = new DOMParser().parseFromString(disarmStyles(html), 'text/html');
  removeComments(body);
  nestWordLists(body);
  dropDeletions(body);
  const frames = body.querySelectorAll(FRAMES).length;
  for (const element of body.querySelectorAll(`${NOISE}, ${FRAMES}`)) element.remove();
  unwrapDisguises(body);
  styleToMarks(body);
  shiftHeadings(body);
  const pictures = dropPictures(body);
  const links = cleanLinks(body);
  repairLists(body);
  tidyCells(body);
  for (const element of body.querySelectorAll('*')) keepAttributes(element);
  removeEmpty(body);
  return { html: body.innerHTML, pictures, frames, links };
}

function removeComments(body: HTMLElement): void {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) (comment as Comment).remove();
}

/** What Word says is deleted, and its comments, are no part of the text; what it says is inserted is. */
function dropDeletions(body: HTMLElement): void {
  for (const element of body.querySelectorAll('del[cite^="mailto:"], .msoDel, .MsoCommentReference, .MsoCommentText'))
    element.remove();
  for (const list of body.querySelectorAll(`[${DISARMED}*="mso-element:comment" i]`)) list.remove();
}

/** Google Docs wraps everything in a `b` element that is not bold. */
function unwrapDisguises(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>('b, strong')) {
    if (/^(?:normal|[1-4]00)$/.test(styleOf(element, 'font-weight'))) unwrap(element);
  }
  for (const element of body.querySelectorAll<HTMLElement>('i, em')) {
    if (styleOf(element, 'font-style') === 'normal') unwrap(element);
  }
}

function styleToMarks(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>('span, font')) {
    const verticalAlign = styleOf(element, 'vertical-align');
    const inHeading = element.closest('h1, h2, h3, h4, h5, h6') !== null;
    const marks = [
      !inHeading && /^(?:bold|bolder|[6-9]00)$/.test(styleOf(element, 'font-weight')) && 'strong',
      styleOf(element, 'font-style') === 'italic' && 'em',
      /line-through/.test(styleOf(element, 'text-decoration') + styleOf(element, 'text-decoration-line')) && 's',
      verticalAlign === 'super' && 'sup',
      verticalAlign === 'sub' && 'sub',
    ];
    for (const name of marks) if (name) wrapContents(element, name);
    unwrap(element);
  }
  for (const element of body.querySelectorAll(
    'h1 b, h1 strong, h2 b, h2 strong, h3 b, h3 strong, h4 b, h4 strong, u',
  )) {
    unwrap(element);
  }
}

/** The first heading level is the page's own; a text starts at the second. Levels below the fourth become the fourth. */
function shiftHeadings(body: HTMLElement): void {
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1');
  const shift = body.querySelector('h1') ? 1 : 0;
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    rename(heading, `h${Math.min(4, Number(heading.tagName[1]) + shift)}`);
  }
}

function dropPictures(body: HTMLElement): number {
  const pictures = [...body.querySelectorAll('img, picture, svg, v\\:imagedata')].filter(
    (element) => !element.parentElement?.closest('picture, svg'),
  );
  for (const picture of pictures) picture.remove();
  return pictures.length;
}

function cleanLinks(body: HTMLElement): number {
  let dropped = 0;
  for (const link of body.querySelectorAll('a')) {
    const href = linkedAddress(link.getAttribute('href') ?? '');
    if (linkTargetProblem(href) === undefined && !href.startsWith('#')) link.setAttribute('href', href);
    else {
      if (href !== '' && !href.startsWith('#')) dropped++;
      unwrap(link);
    }
  }
  return dropped;
}

/** Google Docs redirects all links through its own server. */
function linkedAddress(href: string): string {
  const address = href.trim();
  if (!/^https:\/\/www\.google\.com\/url\?/.test(address)) return address;
  return new URL(address).searchParams.get('q') ?? address;
}

/** A list directly inside a list belongs to the previous entry. */
function repairLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    const entry = list.previousElementSibling;
    if (entry?.tagName === 'LI') entry.append(list);
    else wrapIn(list, 'li');
  }
}

function tidyCells(body: HTMLElement): void {
  for (const cell of body.querySelectorAll<HTMLElement>('td, th')) {
    const textAlign = styleOf(cell, 'text-align');
    if (textAlign) cell.setAttribute('align', textAlign);
  }
}

function keepAttributes(element: Element): void {
  for (const { name, value } of [...element.attributes]) {
    if (!KEPT_ATTRIBUTES.has(name) || (name === 'class' && value !== 'callout')) element.removeAttribute(name);
  }
}

/** Word and browsers use non-breaking spaces for blank lines and indents; between words they become plain spaces. */
function removeEmpty(body: HTMLElement): void {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (!text.parentElement?.closest('pre')) text.data = text.data.replace(/[\u00A0\s]+/g, ' ');
  }
  for (const element of [...body.querySelectorAll('p, h2, h3, h4, li, strong, em, s, sup, sub, b, i, a')].reverse()) {
    if (element.textContent?.trim() === '' && !element.querySelector('figure, br, hr, table, [data-site-block]'))
      element.remove();
  }
  for (const line of body.querySelectorAll('br')) {
    if (line.parentElement === body || line.className === 'Apple-interchange-newline') line.remove();
  }
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

function wrapContents(element: Element, name: string): void {
  const wrapper = element.ownerDocument.createElement(name);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

function wrapIn(element: Element, name: string): void {
  const wrapper = element.ownerDocument.createElement(name);
  element.replaceWith(wrapper);
  wrapper.append(element);
}

function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

/** Converts Word's list paragraphs to lists. Consecutive ones belong together. */
function nestWordLists(body: HTMLElement): void {
  let run: WordEntry[] = [];
  for (const paragraph of body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6')) {
    const entry = readEntry(paragraph);
    const previous = run.at(-1)?.paragraph;
    if (entry && (!previous || follows(previous, paragraph))) {
      run.push(entry);
      continue;
    }
    replace(run);
    run = entry ? [entry] : [];
  }
  replace(run);
}

function readEntry(paragraph: HTMLElement): WordEntry | undefined {
  const style = paragraph.getAttribute(DISARMED) ?? '';
  const [, list = '', level = '1'] = /mso-list:\s*(l\d+)\s+level(\d+)/i.exec(style) ?? [];
  if (list === '') return undefined;
  const marker = paragraph.querySelector(`[${DISARMED}*="mso-list:Ignore" i], [${DISARMED}*="mso-list: Ignore" i]`);
  const sign = marker?.textContent?.replace(/[\u00A0\s]+/g, '') ?? '';
  marker?.remove();
  // A heading that is numbered is a heading.
  if (paragraph.tagName !== 'P') return undefined;
  const isOrdered = /^\(?(?:\d+|[a-z]{1,4})[.)]/i.test(sign);
  return { paragraph, list, level: Number(level), isOrdered, start: Number(/^\(?(\d+)/.exec(sign)?.[1] ?? 1) };
}

/** Whether there is only white space between two paragraphs. */
function follows(before: Element, after: Element): boolean {
  let next = before.nextSibling;
  while (next && next !== after) {
    if (next.nodeType !== Node.TEXT_NODE || next.textContent?.trim() !== '') return false;
    next = next.nextSibling;
  }
  return next === after;
}

function replace(run: readonly WordEntry[]): void {
  const [first] = run;
  if (!first) return;
  const { ownerDocument } = first.paragraph;
  const open: { list: HTMLElement; level: number }[] = [];
  for (const { paragraph, level, isOrdered, start } of run) {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop();
    const tag = isOrdered ? 'OL' : 'UL';
    let current = open.at(-1);
    const isDeeper = current !== undefined && level > current.level;
    if (!current || isDeeper || (current.list.tagName !== tag && current.level === level)) {
      const list = ownerDocument.createElement(tag);
      if (isOrdered && start > 1) list.setAttribute('start', String(start));
      if (current && isDeeper) (current.list.lastElementChild ?? current.list).append(list);
      else if (current) {
        open.pop();
        const parent = open.at(-1)?.list.lastElementChild;
        if (parent) parent.append(list);
        else current.list.after(list);
      } else paragraph.before(list);
      current = { list, level };
      open.push(current);
    }
    const entry = ownerDocument.createElement('li');
    const text = ownerDocument.createElement('p');
    text.append(...paragraph.childNodes);
    entry.append(text);
    current.list.append(entry);
    paragraph.remove();
  }
}
