import { type AnyExtension, Extension } from '@tiptap/core';
import { ListKeymap } from '@tiptap/extension-list/keymap';
import { Dropcursor } from '@tiptap/extensions/drop-cursor';
import { Gapcursor } from '@tiptap/extensions/gap-cursor';
import { Placeholder } from '@tiptap/extensions/placeholder';
import { Plugin, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { ReactNodeViewRenderer } from '@tiptap/react';
import type { Awareness } from 'y-protocols/awareness';
import type { Doc } from 'yjs';
import { plainKey } from '../../../ui/kit/plain-key.ts';
import type { PresentUser } from '../drafts/presence.ts';
import { findAddresses, onlyAddress } from '../links/find-addresses.ts';
import { BlockIds } from '../schema/block-ids.ts';
import { BlockKeys } from '../schema/block-keys.ts';
import { draftNodesAndMarks } from '../schema/draft-schema.ts';
import { FileNode, Gallery, Picture, SiteBlockNode } from '../schema/own-nodes.ts';
import { SharedTextBinding } from '../shared-text/shared-text-extension.ts';
import { LineAfter } from './line-after.ts';
import { FileNodeView, GalleryView } from './media-views.tsx';
import { MoveBlock } from './move-block.ts';
import { PictureView } from './picture-view.tsx';
import { SHORTCUTS } from './shortcuts.ts';
import { SiteBlockView } from './site-block-view.tsx';
import { SlashCommands, type SlashMenuHandle } from './slash-menu.tsx';
import { UnitMarks } from './unit-marks.ts';

/** An address that was typed becomes a link with the space or Enter after it; pasted over words, it links them. */
const LinkAddresses = Extension.create({
  name: 'linkAddresses',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleTextInput(view, _from, _to, text) {
          if (/^\s$/.test(text)) linkBeforeCaret(view);
          return false;
        },
        handleKeyDown(view, event) {
          if (plainKey(event, { withShift: true }) === 'Enter') linkBeforeCaret(view);
          return false;
        },
        handlePaste: (view, { clipboardData }) => linkSelection(view, clipboardData?.getData('text/plain') ?? ''),
      },
    }),
  ],
});

export interface TextConnections {
  doc: Doc;
  /** The name of the shared text: `DRAFT_BODY` or that of a field. */
  name: string;
  awareness: Awareness;
  user: PresentUser;
  placeholder: string;
  slashMenu: SlashMenuHandle;
  /** Tells what a paste left out. */
  pasteNotes: AnyExtension;
  /** Moves the focus to the toolbar. @param text the text's element */
  toToolbar(text: HTMLElement): void;
  /** Opens the link dialog. */
  editLink(): void;
}

/** The extensions of a collaborative rich text editor. */
export function textExtensions(connections: TextConnections): AnyExtension[] {
  const { doc, name, awareness, user, placeholder, slashMenu, pasteNotes, toToolbar, editLink } = connections;
  return [
    ...draftNodesAndMarks.map((extension) => SHOWN[extension.name] ?? extension),
    Gapcursor,
    Dropcursor.configure({ color: false, class: 'drop-cursor' }),
    ListKeymap,
    BlockIds,
    BlockKeys,
    MoveBlock,
    LineAfter,
    LinkAddresses,
    UnitMarks,
    pasteNotes,
    SlashCommands.configure({ menu: slashMenu }),
    Placeholder.configure({ placeholder }),
    SharedTextBinding.configure({ doc, name, awareness, user }),
    Extension.create({
      name: 'ways-out',
      addKeyboardShortcuts: () => ({
        [SHORTCUTS.toToolbar]: ({ editor }) => {
          toToolbar(editor.view.dom);
          return true;
        },
        'Alt-F10': ({ editor }) => {
          toToolbar(editor.view.dom);
          return true;
        },
        [SHORTCUTS.link]: () => {
          editLink();
          return true;
        },
      }),
    }),
  ];
}

/** Nodes with a view of their own. */
const SHOWN: { readonly [name: string]: AnyExtension } = {
  image: Picture.extend({ addNodeView: () => ReactNodeViewRenderer(PictureView) }),
  gallery: Gallery.extend({ addNodeView: () => ReactNodeViewRenderer(GalleryView) }),
  file: FileNode.extend({ addNodeView: () => ReactNodeViewRenderer(FileNodeView) }),
  siteBlock: SiteBlockNode.extend({ addNodeView: () => ReactNodeViewRenderer(SiteBlockView) }),
};

function linkBeforeCaret(view: EditorView): void {
  const { selection, schema, tr } = view.state;
  const link = schema.marks.link;
  const { $from } = selection;
  if (!link || !selection.empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '￼');
  const found = findAddresses(before).at(-1);
  // The punctuation after an address may stand between it and the caret.
  if (!found || !/^[.,;:!?)\]'»”’]*$/u.test(before.slice(found.to))) return;
  const [from, to] = [$from.start() + found.from, $from.start() + found.to];
  const { code } = schema.marks;
  if (view.state.doc.rangeHasMark(from, to, link) || (code && view.state.doc.rangeHasMark(from, to, code))) return;
  view.dispatch(tr.addMark(from, to, link.create({ href: found.href })).removeStoredMark(link));
}

/** @returns whether the pasted text was an address and words were selected, which are linked then */
function linkSelection(view: EditorView, pasted: string): boolean {
  const { selection, schema, tr } = view.state;
  const href = onlyAddress(pasted);
  const link = schema.marks.link;
  const { $from, $to, from, to } = selection;
  if (href === undefined || !link || !(selection instanceof TextSelection) || selection.empty) return false;
  if (!$from.sameParent($to) || !$from.parent.type.allowsMarkType(link) || $from.parent.type.spec.code) return false;
  view.dispatch(tr.addMark(from, to, link.create({ href })).scrollIntoView());
  return true;
}
