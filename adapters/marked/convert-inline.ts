import type { MarkedToken, Token, Tokens } from 'marked';
import { decodeEntities } from '#core/rich-text/decode-entities.ts';
import { linkTargetProblem } from '#core/rich-text/link-target.ts';
import type { MarkdownOptions } from '#core/rich-text/markdown-parser.ts';
import type { RichTextMark, RichTextNode } from '#core/rich-text/rich-text.ts';

/** Reports an unsupported token. */
export interface Report extends MarkdownOptions {
  (token: Token, message: string): void;
}

const ALONE = 'a picture stands in a paragraph of its own, as ![what it shows](media:ID)';

/** HTML elements allowed in Markdown, because it has no syntax for them. */
const ELEMENTS: { [name: string]: string } = { sub: 'subscript', sup: 'superscript' };

/** Converts the inline content of a paragraph, heading or cell to nodes. */
export function convertInline(tokens: Token[], report: Report): RichTextNode[] {
  const nodes: RichTextNode[] = [];
  append(tokens, [], nodes, report);
  return trimEdges(nodes);
}

function append(tokens: Token[], marks: RichTextMark[], nodes: RichTextNode[], report: Report): void {
  let open: { mark: RichTextMark; element: string; token: Token } | undefined;
  for (const token of tokens as MarkedToken[]) {
    const now = open ? withMark(marks, open.mark) : marks;
    if (token.type === 'html') {
      const element = /^<(\/?)(sub|sup|br)\s*\/?>$/i.exec(token.raw.trim());
      const name = element?.[2]?.toLowerCase() ?? '';
      if (name === 'br' && element?.[1] === '') {
        nodes.push({ type: 'hardBreak' });
      } else if (element?.[1] === '' && !open) {
        open = { mark: { type: ELEMENTS[name] ?? '' }, element: name, token };
      } else if (element?.[1] === '/' && open?.element === name) {
        open = undefined;
      } else {
        report(token, `HTML cannot be kept: ${token.raw.trim().slice(0, 100)}`);
      }
    } else {
      appendToken(token, now, nodes, report);
    }
  }
  if (open) report(open.token, `<${open.element}> is not closed`);
}

function appendToken(token: MarkedToken, marks: RichTextMark[], nodes: RichTextNode[], report: Report): void {
  switch (token.type) {
    case 'text':
      if (token.tokens) append(token.tokens, marks, nodes, report);
      else appendText(decodeEntities(token.text), marks, nodes);
      break;
    case 'escape':
      appendText(token.text, marks, nodes);
      break;
    case 'strong':
      append(token.tokens, withMark(marks, { type: 'bold' }), nodes, report);
      break;
    case 'em':
      append(token.tokens, withMark(marks, { type: 'italic' }), nodes, report);
      break;
    case 'del':
      append(token.tokens, withMark(marks, { type: 'strike' }), nodes, report);
      break;
    case 'codespan':
      appendText(token.text, withMark(marks, { type: 'code' }), nodes);
      break;
    case 'br':
      nodes.push({ type: 'hardBreak' });
      break;
    case 'link':
      appendLink(token, marks, nodes, report);
      break;
    case 'image':
      report(token, report.pictureFiles ? `${ALONE}, or ![what it shows](picture.jpg)` : ALONE);
      break;
    case 'checkbox':
      report(token, 'lists of tasks cannot be kept');
      break;
    default:
      report(token, `"${token.type}" cannot be kept: ${token.raw.trim().slice(0, 40)}`);
  }
}

function appendLink(token: Tokens.Link, marks: RichTextMark[], nodes: RichTextNode[], report: Report): void {
  const href = token.autolink ? token.href : decodeEntities(token.href);
  const problem = linkTargetProblem(href);
  if (problem) report(token, problem);
  if (token.title) report(token, `the title of a link cannot be kept: "${token.title}"`);
  const linked = withMark(marks, { type: 'link', attrs: { href } });
  if (token.autolink) appendText(token.text, linked, nodes);
  else append(token.tokens, linked, nodes, report);
}

/** A line break in the source is a space; adjacent texts with the same marks are merged. */
function appendText(text: string, marks: RichTextMark[], nodes: RichTextNode[]): void {
  const joined = text.replace(/(?<! ) *\n */g, ' ');
  if (joined === '') return;
  const last = nodes.at(-1);
  if (last?.type === 'text' && JSON.stringify(last.marks ?? []) === JSON.stringify(marks)) {
    last.text = `${last.text ?? ''}${joined}`;
  } else {
    nodes.push({ type: 'text', text: joined, ...(marks.length > 0 && { marks }) });
  }
}

function withMark(marks: RichTextMark[], mark: RichTextMark): RichTextMark[] {
  return [...marks.filter(({ type }) => type !== mark.type), mark];
}

function trimEdges(nodes: RichTextNode[]): RichTextNode[] {
  const first = nodes[0];
  if (first?.type === 'text') first.text = first.text?.replace(/^[ \t]+/, '') ?? '';
  const last = nodes.at(-1);
  if (last?.type === 'text') last.text = last.text?.replace(/(?<![ \t])[ \t]+$/, '') ?? '';
  return nodes.filter(({ type, text }) => type !== 'text' || text !== '');
}
