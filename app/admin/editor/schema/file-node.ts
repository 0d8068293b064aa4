import { Node } from '@tiptap/core';

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
