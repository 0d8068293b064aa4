import { Node } from '@tiptap/core';

export interface PictureAttributes {
  /** Id of a media document. */
  media: string;
  alt: string | null;
  caption: string | null;
  /** `null`: as wide as the text. */
  width: 'wide' | null;
}

/**
 * A picture of the site with alternative text and caption. An empty `alt` marks a decorative picture; a missing one is `null`.
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
    return { media: text('media'), alt: text('alt'), caption: text('caption'), width };
  },

  parseHTML: () => [{ tag: 'figure[data-media]' }],

  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes],
});
