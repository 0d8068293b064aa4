import { Mark } from '@tiptap/core';
import { linkTargetProblem } from '#core/rich-text/link-target.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    linkMark: {
      /** Links the selected text, or changes the link at the caret. */
      linkTo(href: string): ReturnType;
      unlink(): ReturnType;
    };
  }
}

/** A link to an allowed address. Links to other addresses are displayed without a target. */
export const LinkMark = Mark.create({
  name: 'link',
  priority: 1000,
  inclusive: false,
  exitable: true,

  addAttributes() {
    return {
      href: {
        default: null,
        parseHTML: (element) => element.getAttribute('data-href') ?? element.getAttribute('href'),
        renderHTML: ({ href }) => ({
          'data-href': href,
          ...(linkTargetProblem(href) === undefined && { href }),
        }),
      },
    };
  },

  parseHTML: () => [
    {
      tag: 'a[href], a[data-href]',
      getAttrs: (element) => {
        const href = element.getAttribute('data-href') ?? element.getAttribute('href');
        return linkTargetProblem(href) === undefined ? null : false;
      },
    },
  ],

  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],

  addCommands() {
    return {
      linkTo:
        (href) =>
        ({ chain }) =>
          linkTargetProblem(href) === undefined && chain().extendMarkRange('link').setMark('link', { href }).run(),
      unlink:
        () =>
        ({ chain }) =>
          chain().extendMarkRange('link').unsetMark('link').run(),
    };
  },
});
