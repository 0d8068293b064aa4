import { mergeAttributes, Node } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
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

/** A block that the site's configuration defines, as one object: its view edits its contents by a form. */
export const SiteBlockNode = Node.create({
  name: 'siteBlock',
  group: 'block',
  atom: true,
  draggable: true,
  isolating: true,

  addAttributes: () => ({
    kind: {
      default: null,
      parseHTML: (element: HTMLElement) => element.dataset.siteBlock,
      renderHTML: ({ kind }: { [name: string]: unknown }) => ({ 'data-site-block': kind }),
    },
    values: members('values'),
    words: members('words'),
  }),

  parseHTML: () => [{ tag: 'div[data-site-block]' }],

  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
});

/** An object, which HTML has as JSON. */
function members(name: 'values' | 'words') {
  return {
    default: null,
    parseHTML: (element: HTMLElement) => parsed(element.dataset[name]),
    renderHTML: (attributes: { [name: string]: unknown }) =>
      attributes[name] ? { [`data-${name}`]: JSON.stringify(attributes[name]) } : {},
  };
}

function parsed(json: string | undefined): unknown {
  try {
    return json === undefined ? null : JSON.parse(json);
  } catch {
    return null;
  }
}
