import type { Editor } from '@tiptap/core';
import calloutIcon from '~icons/lucide/badge-info';
import fileIcon from '~icons/lucide/file-text';
import heading2Icon from '~icons/lucide/heading-2';
import heading3Icon from '~icons/lucide/heading-3';
import heading4Icon from '~icons/lucide/heading-4';
import imageIcon from '~icons/lucide/image';
import galleryIcon from '~icons/lucide/images';
import bulletListIcon from '~icons/lucide/list';
import orderedListIcon from '~icons/lucide/list-ordered';
import ruleIcon from '~icons/lucide/minus';
import paragraphIcon from '~icons/lucide/pilcrow';
import codeBlockIcon from '~icons/lucide/square-code';
import siteBlockIcon from '~icons/lucide/square-plus';
import tableIcon from '~icons/lucide/table';
import quoteIcon from '~icons/lucide/text-quote';
import type { IconData } from '../../../context/context.ts';
import { focusWhenRendered, WINDOW } from '../../../ui/kit/focus-when-rendered.ts';
import type { EditorData } from '../context/read-editor.ts';
import { gapAt, insertAtom } from './insert-picture.ts';
import { findBlock } from './text-editor.ts';

/** Frames for which the focus has to stay: menus that close, and commands before, give it back to the text. */
const SETTLED = 12;

/** Blocks that can be inserted, by their key in `editor.tools`. */
export type InsertionName =
  | 'paragraph'
  | 'heading2'
  | 'heading3'
  | 'heading4'
  | 'bulletList'
  | 'orderedList'
  | 'blockquote'
  | 'callout'
  | 'table'
  | 'image'
  | 'gallery'
  | 'file'
  | 'codeBlock'
  | 'horizontalRule';

/** Lets the person choose a picture, those of a gallery, or files to hand out. */
export type RequestPicture = (kind: 'image' | 'gallery' | 'file') => void;

export interface Insertion {
  name: InsertionName | `block:${string}`;
  /** Of a block of the site; the others are called as `editor.tools` says. */
  label?: string;
  icon: IconData;
  isSection?: boolean;
  /** `requestPicture` lets the person choose the pictures first. */
  run(editor: Editor, requestPicture: RequestPicture): void;
}

const heading = (level: 2 | 3 | 4, icon: IconData): Insertion => ({
  name: `heading${level}`,
  icon,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
});

/** In menu order. */
export const INSERTIONS: readonly Insertion[] = [
  { name: 'paragraph', icon: paragraphIcon, run: (editor) => editor.chain().focus().setParagraph().run() },
  heading(2, heading2Icon),
  heading(3, heading3Icon),
  heading(4, heading4Icon),
  { name: 'bulletList', icon: bulletListIcon, run: (editor) => editor.chain().focus().toggleBulletList().run() },
  { name: 'orderedList', icon: orderedListIcon, run: (editor) => editor.chain().focus().toggleOrderedList().run() },
  { name: 'blockquote', icon: quoteIcon, run: (editor) => editor.chain().focus().toggleBlockquote().run() },
  { name: 'callout', icon: calloutIcon, run: (editor) => editor.chain().focus().setCallout('note').run() },
  {
    name: 'table',
    icon: tableIcon,
    run: (editor) =>
      editor
        .chain()
        .focus()
        .insertTable({ rows: 3, cols: 2, withHeaderRow: true })
        .command(({ tr }) => {
          const { paragraph } = tr.doc.type.schema.nodes;
          if (paragraph && tr.doc.lastChild?.type.name === 'table') tr.insert(tr.doc.content.size, paragraph.create());
          return true;
        })
        .run(),
  },
  { name: 'image', icon: imageIcon, run: (_, requestPicture) => requestPicture('image') },
  { name: 'gallery', icon: galleryIcon, run: (_, requestPicture) => requestPicture('gallery') },
  { name: 'file', icon: fileIcon, run: (_, requestPicture) => requestPicture('file') },
  { name: 'codeBlock', icon: codeBlockIcon, run: (editor) => editor.chain().focus().toggleCodeBlock().run() },
  { name: 'horizontalRule', icon: ruleIcon, run: (editor) => editor.chain().focus().setHorizontalRule().run() },
];

/** The insertions for a person: pictures require the right to upload. The blocks of the site come after those of every text, its sections last. */
export function insertionsFor({ canUpload, blocks }: Pick<EditorData, 'canUpload' | 'blocks'>): readonly Insertion[] {
  const ordered = blocks.toSorted((a, b) => Number(a.isSection) - Number(b.isSection));
  const known = canUpload ? INSERTIONS : INSERTIONS.filter(({ name }) => name !== 'image' && name !== 'gallery');
  return [...known, ...ordered.map(siteBlockInsertion)];
}

/** What an insertion is called. @param t of `editor.tools` */
export function insertionLabel(t: (name: InsertionName) => string, { name, label }: Insertion): string {
  return label ?? t(name as InsertionName);
}

/** Inserts a block of the site after the one at the caret, and moves the focus to its form. */
function siteBlockInsertion({ key, label, icon, isSection }: EditorData['blocks'][number]): Insertion {
  return {
    name: `block:${key}`,
    label,
    isSection,
    icon: icon ?? siteBlockIcon,
    run(editor) {
      const { tr, selection } = editor.state;
      const id = insertAtom(tr, 'siteBlock', { kind: key }, gapAt(selection.$to), { takesCaret: true });
      editor.view.dispatch(tr);
      focusForm(editor, id);
    },
  };
}

/** Moves the focus to the first control of a block once it is rendered, unless the person has moved it out of the text. */
export function focusForm(editor: Editor, id: string): void {
  const { view } = editor;
  let control: HTMLElement | null = null;
  let held = 0;
  const find = () => {
    const found = findBlock(editor, id);
    const block = found && view.nodeDOM(found.position);
    return block instanceof HTMLElement ? block.querySelector<HTMLElement>('input, textarea, select') : null;
  };
  const focused = () => {
    const { activeElement: at } = document;
    return at === control || at?.closest('[role="menu"], [role="toolbar"]') || view.dom === at
      ? null
      : WINDOW.focused();
  };
  const hold = () => {
    control = find();
    if (control && control === document.activeElement) {
      held++;
      return held > SETTLED;
    }
    held = 0;
    control?.focus();
    return false;
  };
  focusWhenRendered(hold, { ...WINDOW, focused });
}
