import type { RichText, RichTextNode } from '#core/rich-text/rich-text.ts';

/** Media ids that stand for files while a text is converted: only pictures of the site outlast `normalizeRichText`. */
export function createStandIns() {
  const ids = new Map<string, string>();
  const replaced = (node: RichTextNode): RichTextNode => {
    const { media, ...attrs } = node.attrs ?? {};
    const file = node.type === 'image' ? [...ids].find(([, id]) => id === media)?.[0] : undefined;
    if (file !== undefined) return { ...node, attrs: { ...attrs, file } };
    return node.content ? { ...node, content: node.content.map(replaced) } : node;
  };
  return {
    take(file: string): string {
      const id = ids.get(file) ?? ids.size.toString(16).padStart(32, '0');
      ids.set(file, id);
      return id;
    },
    replace: (text: RichText): RichText => (ids.size === 0 ? text : (replaced(text) as RichText)),
  };
}
