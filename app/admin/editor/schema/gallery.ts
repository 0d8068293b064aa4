import { Node } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

/**
 * Several pictures in a grid. One without pictures, which a rich text cannot have, is removed at once: the schema allows it, since
 * ProseMirror would fill it with a picture of nothing.
 */
export const Gallery = Node.create({
  name: 'gallery',
  group: 'block',
  content: 'image*',
  isolating: true,

  parseHTML: () => [{ tag: 'div.gallery' }],

  renderHTML: ({ HTMLAttributes }) => ['div', { ...HTMLAttributes, class: 'gallery' }, 0],

  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction(transactions, _before, { doc, tr }) {
        if (!transactions.some(({ docChanged }) => docChanged)) return undefined;
        doc.descendants((node, position) => {
          const isEmpty = node.type.name === 'gallery' && node.childCount === 0;
          if (isEmpty) tr.deleteRange(tr.mapping.map(position), tr.mapping.map(position + node.nodeSize));
          return !node.isTextblock;
        });
        return tr.docChanged ? tr : undefined;
      },
    }),
  ],
});
