import { Node } from '@tiptap/core';

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
