import type { RichTextNode } from '../rich-text/rich-text.ts';

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
