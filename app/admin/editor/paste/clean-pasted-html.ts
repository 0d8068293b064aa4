import { linkTargetProblem } from '#core/rich-text/link-target.ts';
import { DISARMED, disarmStyles, styleOf } from './disarm-styles.ts';
import { type LeftOut, PLACE_SIGNS, placeSign } from './left-out.ts';

/** A list entry as Word writes it: a paragraph whose style has the list and the level. */
interface WordEntry {
  paragraph: HTMLElement;
  list: string;
  level: number;
  isOrdered: boolean;
  start: number;
}

/** Pasted HTML reduced to what a text supports. */
export interface CleanedHtml {
  /** With `placeSign` where something was left out. */
  html: string;
  leftOut: LeftOut[];
}

/** Elements without content for a text. */
const NOISE =
  'style, meta, link, title, head > *, xml, colgroup, o\\:p, w\\:sdtpr, button, input[type="hidden"], input[type="checkbox"]';

/** Elements with a content that a text cannot have. */
const LOST: readonly { kind: LeftOut['kind']; elements: string }[] = [
  { kind: 'frame', elements: 'iframe, object, embed, video, audio' },
  { kind: 'field', elements: 'input, select, textarea' },
  { kind: 'script', elements: 'script' },
  { kind: 'picture', elements: 'img, picture, svg, v\\:imagedata' },
  { kind: 'unknown', elements: 'canvas, map, progress, meter, dialog' },
];

/** What an element without words may have. */
const KEPT_EMPTY = 'figure, hr, table, [data-site-block]';

/** Elements that begin and end a line. */
const BLOCKS = 'p, li, h1, h2, h3, h4, h5, h6, td, th, pre, blockquote, dt, dd, figcaption, div';

/** Kinds of GitHub's alerts, by that of our callouts. */
const ALERTS: { [kind: string]: string } = { caution: 'warning' };

const KEPT_ATTRIBUTES = new Set([
  'href',
  'colspan',
  'rowspan',
  'start',
  'align',
  'data-media',
  'data-alt',
  'data-caption',
  'data-credit',
  'data-crop',
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
  if (/<[^<>]+\sdata-pm-slice=/.test(html)) return { html, leftOut: [] };
  const { body } = new DOMParser().parseFromString(disarmStyles(html.replace(PLACE_SIGNS, '')), 'text/html');
  const leftOut: LeftOut[] = [];
  removeComments(body);
  nestWordLists(body);
  dropDeletions(body);
  readPrograms(body);
  for (const element of body.querySelectorAll(NOISE)) element.remove();
  leaveOut(body, leftOut);
  unwrapDisguises(body);
  styleToMarks(body);
  shiftHeadings(body);
  cleanLinks(body, leftOut);
  repairLists(body);
  tidyCells(body);
  for (const element of body.querySelectorAll('*')) keepAttributes(element);
  body.normalize();
  placeSigns(body);
  removeEmpty(body);
  return { html: body.innerHTML, leftOut };
}

/** What programs write in a way of their own. */
function readPrograms(body: HTMLElement): void {
  // Word in a browser.
  for (const heading of body.querySelectorAll('p[role="heading"], div[role="heading"]')) {
    rename(heading, `h${Math.min(6, Math.max(1, Number(heading.getAttribute('aria-level')) || 2))}`);
  }
  for (const alert of body.querySelectorAll('.markdown-alert')) {
    const kind = /markdown-alert-(\w+)/.exec(alert.className)?.[1] ?? 'note';
    alert.querySelector('.markdown-alert-title')?.remove();
    rename(alert, 'aside').setAttribute('data-callout', ALERTS[kind] ?? kind);
  }
  for (const control of body.querySelectorAll('svg[aria-hidden="true"], svg.octicon, clipboard-copy')) control.remove();
  for (const emoji of body.querySelectorAll('img.emoji, img.wp-smiley, img[data-emoji]')) {
    emoji.replaceWith(emoji.getAttribute('alt') ?? '');
  }
  for (const code of body.querySelectorAll<HTMLElement>('div, span')) if (isCode(code)) codeOfLines(code);
  for (const words of body.querySelectorAll('pre code')) unwrap(words);
  for (const code of body.querySelectorAll('pre')) trimLastLine(code);
}

/** Whether an editor of code has copied it: its white space counts, and its letters have one width. */
function isCode(element: HTMLElement): boolean {
  return (
    styleOf(element, 'white-space').startsWith('pre') &&
    /mono|consolas|courier|menlo/.test(styleOf(element, 'font-family')) &&
    element.querySelector(':scope > div, br') !== null
  );
}

/** Each line is an element, or a line break if it is empty; or lines end with line breaks. */
function codeOfLines(element: HTMLElement): void {
  const code = element.ownerDocument.createElement('pre');
  if (element.querySelector(':scope > div')) {
    code.textContent = [...element.children].map(({ textContent }) => textContent ?? '').join('\n');
  } else {
    for (const line of element.querySelectorAll('br')) line.replaceWith('\n');
    code.textContent = element.textContent;
  }
  element.replaceWith(code);
}

function trimLastLine(code: Element): void {
  const text = code.ownerDocument.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  let last: Text | undefined;
  while (text.nextNode()) last = text.currentNode as Text;
  if (last) last.data = last.data.replace(/\n$/, '');
}

/** Removes what a text cannot have, and leaves a sign at its place. */
function leaveOut(body: HTMLElement, leftOut: LeftOut[]): void {
  for (const formula of body.querySelectorAll('math')) {
    const words = formula.getAttribute('alttext') ?? formula.querySelector('annotation')?.textContent;
    formula.replaceWith(words ?? formula.textContent ?? '', note(leftOut, { kind: 'formula', what: '' }));
  }
  for (const form of body.querySelectorAll('form')) unwrap(form);
  for (const element of body.querySelectorAll(LOST.map(({ elements }) => elements).join())) {
    if (!element.isConnected || element.parentElement?.closest('picture, svg, object')) continue;
    const kind = LOST.find(({ elements }) => element.matches(elements))?.kind ?? 'unknown';
    element.replaceWith(note(leftOut, { kind, what: nameOf(element, kind) }));
  }
  for (const element of body.querySelectorAll('*')) {
    if (!element.localName.includes('-') || element.textContent?.trim() !== '' || element.children.length > 0) continue;
    element.replaceWith(note(leftOut, { kind: 'unknown', what: element.localName }));
  }
}

/** @returns the sign of the place */
function note(leftOut: LeftOut[], entry: LeftOut): string {
  leftOut.push({ ...entry, what: entry.what.slice(0, 80) });
  return placeSign(leftOut.length - 1);
}

/** The words for something, or the website or file that it is of. */
function nameOf(element: Element, kind: LeftOut['kind']): string {
  const words = element.getAttribute('alt') ?? element.getAttribute('title') ?? '';
  if (words.trim() !== '') return words.trim();
  if (kind === 'unknown') return element.localName;
  const address = element.getAttribute('src') ?? element.getAttribute('data') ?? element.getAttribute('name') ?? '';
  const { hostname = '', pathname = address } = URL.canParse(address) ? new URL(address) : {};
  return hostname || (/[^/\\]*$/.exec(address.startsWith('data:') ? '' : pathname)?.[0] ?? '');
}

/** Moves the signs of places without words to the end of the words before them, or else to those after them. */
function placeSigns(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  const wordsOf = (text: string | null) => (text ?? '').replace(PLACE_SIGNS, '').trim();
  const empty = new Map<Element, boolean>();
  const isEmpty = (block: Element) => {
    const found = empty.get(block) ?? wordsOf(block.textContent) === '';
    empty.set(block, found);
    return found;
  };
  let before: Text | undefined;
  let waiting = '';
  for (const text of texts) {
    const signs = text.data.match(PLACE_SIGNS)?.join('') ?? '';
    const block = text.parentElement?.closest(BLOCKS);
    const hasWords = wordsOf(text.data) !== '';
    if (signs !== '' && !hasWords && (!block || isEmpty(block))) {
      text.data = '';
      if (before) before.data = before.data.trimEnd() + signs;
      else waiting += signs;
    }
    if (!hasWords) continue;
    text.data = waiting + text.data;
    waiting = '';
    before = text;
  }
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

function cleanLinks(body: HTMLElement, leftOut: LeftOut[]): void {
  for (const link of body.querySelectorAll('a')) {
    const href = linkedAddress(link.getAttribute('href') ?? '');
    if (linkTargetProblem(href) === undefined && !href.startsWith('#')) link.setAttribute('href', href);
    else {
      if (href !== '' && !href.startsWith('#')) link.append(note(leftOut, { kind: 'link', what: href }));
      unwrap(link);
    }
  }
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
    if (text.parentElement?.closest('pre')) continue;
    text.data = text.data.replace(/[\u00A0\s]+/g, ' ').replace(/ ([\uFDD0-\uFDEF]+) /g, '$1 ');
    const isLast = !text.nextSibling && text.parentElement?.matches(BLOCKS);
    if (isLast) text.data = text.data.replace(/ ([\uFDD0-\uFDEF]+)$/, '$1');
  }
  for (const element of [...body.querySelectorAll('p, h2, h3, h4, li, strong, em, s, sup, sub, b, i, a')].reverse()) {
    // A paragraph of a line break alone is a blank line.
    const kept = element.matches('p') ? KEPT_EMPTY : `br, ${KEPT_EMPTY}`;
    if (element.textContent?.trim() === '' && !element.querySelector(kept)) element.remove();
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

function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
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
