import type { DefaultTreeAdapterTypes } from 'parse5';
import type { RichTextMark, RichTextNode } from '../rich-text/rich-text.ts';
import { styleOf } from './elements.ts';

type Element = DefaultTreeAdapterTypes.Element;

const MARKS: { [element: string]: string } = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  cite: 'italic',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  sub: 'subscript',
  sup: 'superscript',
};

/** What a style says of a mark: that it is one, or that it is none, which counts against elements. */
const STYLES: { property: string; mark: string; on: RegExp; off: RegExp }[] = [
  { property: 'font-weight', mark: 'bold', on: /^(?:bold|bolder|[6-9]00)$/, off: /^(?:normal|lighter|[1-5]00)$/ },
  { property: 'font-style', mark: 'italic', on: /^(?:italic|oblique)/, off: /^normal$/ },
  { property: 'text-decoration', mark: 'strike', on: /line-through/, off: /^none/ },
  { property: 'text-decoration-line', mark: 'strike', on: /line-through/, off: /^none/ },
  { property: 'vertical-align', mark: 'subscript', on: /^sub$/, off: /^baseline$/ },
  { property: 'vertical-align', mark: 'superscript', on: /^super$/, off: /^baseline$/ },
];

/** Whether an element only marks its text. */
export function isMark(name: string): boolean {
  return MARKS[name] !== undefined;
}

/** The marks within an element: those around it, its own, and what its style says of them. */
export function marksOf(
  node: Element,
  name: string,
  { marks, tell }: { marks: RichTextMark[]; tell: (node: Element, message: string) => void },
): RichTextMark[] {
  const own = MARKS[name];
  const style = styleOf(node);
  const all = own ? [...marks, { type: own }] : marks;
  if (Object.keys(style).length === 0) return all;
  const isLinked = marks.some(({ type }) => type === 'link') || name === 'a';
  if (/underline/.test(style['text-decoration'] ?? '') && !isLinked)
    tell(node, 'underlining is left out; its words stay');
  const said = STYLES.flatMap(({ property, mark, on, off }) => {
    const value = style[property] ?? '';
    return on.test(value) ? [{ mark, isOn: true }] : off.test(value) ? [{ mark, isOn: false }] : [];
  });
  const kept = all.filter(({ type }) => !said.some(({ mark, isOn }) => mark === type && !isOn));
  return [...kept, ...said.flatMap(({ mark, isOn }) => (isOn ? [{ type: mark }] : []))];
}

/**
 * Collapses white space in the texts of a block as browsers do: none at its edges or next to a line break. Preserved spaces are
 * kept.
 */
export function withoutSpaceAtEdges(nodes: RichTextNode[]): RichTextNode[] {
  const result: RichTextNode[] = [];
  let isAfterSpace = true;
  for (const node of nodes) {
    if (node.type !== 'text') {
      trimEnd(result);
      result.push(node);
      isAfterSpace = true;
      continue;
    }
    const keeps = keepsSpaces(node);
    const text: string = !keeps && isAfterSpace ? (node.text ?? '').replace(/^ /, '') : (node.text ?? '');
    if (text === '') continue;
    result.push({ ...node, text });
    isAfterSpace = !keeps && text.endsWith(' ');
  }
  trimEnd(result);
  return result.map(({ attrs, ...node }) => (node.type === 'text' || !attrs ? node : { ...node, attrs }));
}

function trimEnd(nodes: RichTextNode[]): void {
  const last = nodes.at(-1);
  if (last?.type !== 'text' || keepsSpaces(last)) return;
  last.text = (last.text ?? '').replace(/ $/, '');
  if (last.text === '') nodes.pop();
}

function keepsSpaces({ attrs }: RichTextNode): boolean {
  return attrs?.keepsSpaces === true;
}
