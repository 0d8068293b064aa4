import { Node } from '@tiptap/core';

export interface PictureAttributes {
  /** The id of a media document. */
  media: string;
  alt: string | null;
  caption: string | null;
}

/**
 * A picture of the site's media with what it shows and what stands under it. An empty `alt` is a picture that only adorns;
 * none yet is `null`. Pictures from elsewhere are not taken: they come in as files.
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
    return { media: text('media'), alt: text('alt'), caption: text('caption') };
  },

  parseHTML: () => [{ tag: 'figure[data-media]' }],

  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes],
});
