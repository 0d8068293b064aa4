import { type AnyExtension, Extension, getSchema, textblockTypeInputRule } from '@tiptap/core';
import { Subscript } from '@tiptap/extension-subscript';
import { Superscript } from '@tiptap/extension-superscript';
import type { Schema } from '@tiptap/pm/model';
import { Callout } from './callout.ts';
import { kitMark, kitNode, kitPart } from './kit-parts.ts';
import { LinkMark } from './link-mark.ts';
import { Picture } from './picture.ts';
import { SiteBlockNode } from './site-block-node.ts';
import { tableParts } from './tables.ts';

const HEADING_LEVELS = [2, 3, 4] as const;

const Heading = kitNode('heading').extend({
  addAttributes: () => ({ level: { default: 2, rendered: false } }),
  addInputRules() {
    return [
      ...(this.parent?.() ?? []),
      textblockTypeInputRule({ find: /^#\s$/, type: this.type, getAttributes: { level: 2 } }),
    ];
  },
});

const OrderedList = kitNode('orderedList').extend({
  addAttributes: () => ({
    start: {
      default: 1,
      parseHTML: (element: HTMLElement) => {
        const start = Number(element.getAttribute('start') ?? 1);
        return Number.isInteger(start) && start >= 0 && start <= 999_999_999 ? start : 1;
      },
    },
  }),
});

const CodeBlock = kitNode('codeBlock').extend({
  // A shared text may have marks here.
  marks: '_',
  addAttributes() {
    const parse = (
      this.parent?.() as { language?: { parseHTML?: (element: HTMLElement) => string | null } } | undefined
    )?.language?.parseHTML;
    return {
      language: {
        default: null,
        parseHTML: (element: HTMLElement) => parse?.(element)?.slice(0, 40) ?? null,
        rendered: false,
      },
    };
  },
});

/**
 * Allows ids on every node, as rich texts do; only blocks of the document keep theirs: see `block-ids.ts`. The keys of blocks are
 * not part of a rich text: see `block-keys.ts`.
 */
const Ids = Extension.create({
  name: 'ids',
  addGlobalAttributes: () => [
    {
      types: [...NODE_NAMES],
      attributes: {
        id: {
          default: null,
          keepOnSplit: false,
          parseHTML: (element) => element.getAttribute('data-id'),
          renderHTML: ({ id }) => (typeof id === 'string' ? { 'data-id': id } : {}),
        },
      },
    },
    {
      types: NODE_NAMES.filter((name) => name !== 'hardBreak'),
      attributes: { key: { default: null, keepOnSplit: false, rendered: false, parseHTML: () => null } },
    },
  ],
});

const nodes: AnyExtension[] = [
  kitNode('paragraph'),
  Heading.configure({ levels: [...HEADING_LEVELS] }),
  kitNode('bulletList'),
  OrderedList,
  kitNode('listItem').extend({ content: 'block+' }),
  kitNode('blockquote'),
  Callout,
  CodeBlock,
  kitNode('horizontalRule'),
  kitNode('hardBreak').extend({
    addKeyboardShortcuts() {
      return { 'Shift-Enter': () => this.editor.commands.setHardBreak() };
    },
  }),
  ...tableParts,
  Picture,
  SiteBlockNode,
];

const NODE_NAMES = nodes.map(({ name }) => name);

/**
 * The nodes and marks of a rich text, as in `core/rich-text/node-rules.ts`. Everything allowed there must be allowed here, in any
 * order: the shared text can contain it.
 */
export const draftNodesAndMarks: AnyExtension[] = [
  kitPart('doc'),
  kitPart('text'),
  ...nodes,
  kitMark('bold'),
  kitMark('italic'),
  kitMark('strike'),
  kitMark('code').extend({ excludes: 'code' }),
  Subscript,
  Superscript,
  LinkMark,
  Ids,
];

/** The ProseMirror schema of rich text editors. */
export function draftSchema(): Schema {
  return getSchema(draftNodesAndMarks);
}
