import {
  type AnyExtension,
  Extension,
  getSchema,
  Mark,
  markInputRule,
  markPasteRule,
  mergeAttributes,
  textblockTypeInputRule,
} from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Bold } from '@tiptap/extension-bold';
import { Code } from '@tiptap/extension-code';
import { CodeBlock as PlainCodeBlock } from '@tiptap/extension-code-block';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading as PlainHeading } from '@tiptap/extension-heading';
import { HorizontalRule } from '@tiptap/extension-horizontal-rule';
import { Italic } from '@tiptap/extension-italic';
import { BulletList } from '@tiptap/extension-list/bullet-list';
import { ListItem } from '@tiptap/extension-list/item';
import { OrderedList as PlainOrderedList } from '@tiptap/extension-list/ordered-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Strike } from '@tiptap/extension-strike';
import { Subscript } from '@tiptap/extension-subscript';
import { Superscript } from '@tiptap/extension-superscript';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { Text } from '@tiptap/extension-text';
import type { Schema } from '@tiptap/pm/model';
import { linkTargetProblem } from '#core/rich-text/link-target.ts';
import { Callout, FileNode, Gallery, Picture, SiteBlockNode } from './own-nodes.ts';

/** Words between signs, at the end of a text: with no space within the signs, so that `2 * 3 * 4` stays. */
export function wordsBetween(sign: string): string {
  const [signs, letter] = [sign, sign[0] ?? ''].map((text) => text.replace(/[*]/g, '\\$&'));
  return `(?:^|\\s)(${signs}(?!\\s)([^${letter}]*[^\\s${letter}])${signs})`;
}

/** A mark that signs around words make, when they are typed and in pasted text. */
function withSigns(mark: Mark, signs: readonly string[]): Mark {
  return mark.extend({
    addInputRules() {
      return signs.map((sign) => markInputRule({ find: new RegExp(`${wordsBetween(sign)}$`), type: this.type }));
    },
    addPasteRules() {
      return signs.map((sign) => markPasteRule({ find: new RegExp(wordsBetween(sign), 'g'), type: this.type }));
    },
  });
}

/** A link to an allowed address. Links to other addresses are displayed without a target. */
const LinkMark = Mark.create({
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

const ALIGNMENTS = ['left', 'center', 'right'];

const alignment = {
  align: {
    default: null,
    parseHTML: (element: HTMLElement) => {
      const align = element.style.textAlign || element.getAttribute('align');
      return align && ALIGNMENTS.includes(align) ? align : null;
    },
    renderHTML: ({ align }: { align?: string | null }) => (align ? { 'data-align': align } : {}),
  },
};

const span = (name: 'colspan' | 'rowspan', most: number) => ({
  [name]: {
    default: 1,
    parseHTML: (element: HTMLElement) => {
      const value = Number(element.getAttribute(name));
      return Number.isInteger(value) && value >= 1 && value <= most ? value : 1;
    },
    renderHTML: (attributes: { [name: string]: number }) =>
      (attributes[name] ?? 1) > 1 ? { [name]: attributes[name] } : {},
  },
});

const cellAttributes = () => ({ ...span('colspan', 100), ...span('rowspan', 1000), ...alignment });

/** Tables without column widths: columns fit their contents, on the page as in the editor. */
const tableParts = [
  Table.extend({
    // Tiptap's own node view sets widths.
    addNodeView: () => null,
    renderHTML: ({ HTMLAttributes }) => [
      'div',
      { class: 'table-scroll' },
      ['table', mergeAttributes(HTMLAttributes), ['tbody', 0]],
    ],
  }).configure({ resizable: false }),
  TableRow.extend({ content: '(tableCell | tableHeader)+' }),
  TableHeader.extend({
    content: 'block+',
    addAttributes: cellAttributes,
    renderHTML: ({ HTMLAttributes }) => ['th', mergeAttributes({ scope: 'col' }, HTMLAttributes), 0],
  }),
  TableCell.extend({ content: 'block+', addAttributes: cellAttributes }),
];

const HEADING_LEVELS = [2, 3, 4] as const;

const Heading = PlainHeading.extend({
  addAttributes: () => ({ level: { default: 2, rendered: false } }),
  addInputRules() {
    return [
      ...(this.parent?.() ?? []),
      textblockTypeInputRule({ find: /^#\s$/, type: this.type, getAttributes: { level: 2 } }),
    ];
  },
});

const OrderedList = PlainOrderedList.extend({
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

const CodeBlock = PlainCodeBlock.extend({
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
  Paragraph,
  Heading.configure({ levels: [...HEADING_LEVELS] }),
  BulletList,
  OrderedList,
  ListItem.extend({ content: 'block+' }),
  Blockquote,
  Callout,
  CodeBlock,
  HorizontalRule,
  HardBreak.extend({
    addKeyboardShortcuts() {
      return { 'Shift-Enter': () => this.editor.commands.setHardBreak() };
    },
  }),
  ...tableParts,
  Picture,
  Gallery,
  FileNode,
  SiteBlockNode,
];

const NODE_NAMES = nodes.map(({ name }) => name);

/**
 * The nodes and marks of a rich text, as in `core/rich-text/node-rules.ts`. Everything allowed there must be allowed here, in any
 * order: the shared text can contain it.
 */
export const draftNodesAndMarks: AnyExtension[] = [
  Document,
  Text,
  ...nodes,
  withSigns(Bold, ['**', '__']),
  withSigns(Italic, ['*', '_']),
  withSigns(Strike, ['~~']),
  Code.extend({ excludes: 'code' }),
  Subscript,
  Superscript,
  LinkMark,
  Ids,
];

/** The ProseMirror schema of rich text editors. */
export function draftSchema(): Schema {
  return getSchema(draftNodesAndMarks);
}

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    linkMark: {
      /** Links the selected text, or changes the link at the caret. */
      linkTo(href: string): ReturnType;
      unlink(): ReturnType;
    };
  }
}
