import { Node } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

export interface PictureAttributes {
  /** Id of a media document. */
  media: string;
  alt: string | null;
  caption: string | null;
  /** `null`: that of its file; empty: none. */
  credit: string | null;
  /** `null`: as wide as the text. */
  width: 'wide' | null;
  /** `writeCrop`; `null`: whole. */
  crop: string | null;
}

/**
 * A picture of the site with alternative text, caption and credit. An empty `alt` marks a decorative picture; a missing one is `null`.
 * External pictures must be uploaded first.
 */
export const Picture = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,
  isolating: true,

  addAttributes() {
    const text = (name: string) => ({
      default: null,
      parseHTML: (element: HTMLElement) => element.getAttribute(`data-${name}`),
      renderHTML: (attributes: { [name: string]: unknown }) =>
        typeof attributes[name] === 'string' ? { [`data-${name}`]: attributes[name] } : {},
    });
    const width = {
      ...text('width'),
      parseHTML: ({ dataset }: HTMLElement) => (dataset.width === 'wide' ? dataset.width : null),
    };
    const [media, alt, caption, credit, crop] = ['media', 'alt', 'caption', 'credit', 'crop'].map(text);
    return { media, alt, caption, credit, width, crop };
  },

  parseHTML: () => [{ tag: 'figure[data-media]' }],

  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes],
});

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

/** A file of the library that readers get. Its words are those of the library. */
export const FileNode = Node.create({
  name: 'file',
  group: 'block',
  atom: true,
  draggable: true,
  isolating: true,

  addAttributes: () => ({
    media: {
      default: null,
      parseHTML: (element: HTMLElement) => element.dataset.file,
      renderHTML: ({ media }: { [name: string]: unknown }) => ({ 'data-file': media }),
    },
  }),

  parseHTML: () => [{ tag: 'p[data-file]', priority: 60 }],

  renderHTML: ({ HTMLAttributes }) => ['p', HTMLAttributes],
});
