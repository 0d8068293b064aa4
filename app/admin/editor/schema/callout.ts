import { mergeAttributes, Node } from '@tiptap/core';
import { CALLOUT_KINDS } from '#core/rich-text/node-rules.ts';

export type CalloutKind = (typeof CALLOUT_KINDS)[number];

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    callout: {
      /** Wraps the selected blocks in a callout, or changes the kind of the surrounding one. */
      setCallout(kind: CalloutKind): ReturnType;
      /** Lifts the blocks out of their callout. */
      unsetCallout(): ReturnType;
    };
  }
}

/** A callout: a note, a tip, something important, a warning. */
export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,

  addAttributes() {
    return {
      kind: {
        default: 'note',
        parseHTML: (element) => calloutKind(element.getAttribute('data-kind') ?? element.getAttribute('data-callout')),
        renderHTML: ({ kind }) => ({ 'data-kind': kind }),
      },
    };
  },

  parseHTML: () => [{ tag: 'div.callout' }, { tag: 'aside' }],

  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { class: 'callout', role: 'note' }), 0],

  addCommands() {
    return {
      setCallout:
        (kind) =>
        ({ commands, editor }) =>
          editor.isActive('callout')
            ? commands.updateAttributes('callout', { kind })
            : commands.wrapIn('callout', { kind }),
      unsetCallout:
        () =>
        ({ commands }) =>
          commands.lift('callout'),
    };
  },
});

function calloutKind(value: string | null): CalloutKind {
  return CALLOUT_KINDS.find((kind) => kind === value) ?? 'note';
}
