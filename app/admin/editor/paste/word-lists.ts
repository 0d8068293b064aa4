import { DISARMED } from './disarm-styles.ts';

/** A list entry as Word writes it: a paragraph whose style has the list and the level. */
interface WordEntry {
  paragraph: HTMLElement;
  list: string;
  level: number;
  isOrdered: boolean;
  start: number;
}

/** Converts Word's list paragraphs to lists. Consecutive ones belong together. */
export function nestWordLists(body: HTMLElement): void {
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
