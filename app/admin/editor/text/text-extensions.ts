import { type AnyExtension, Extension } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions/placeholder';
import { ReactNodeViewRenderer } from '@tiptap/react';
import type { Awareness } from 'y-protocols/awareness';
import type { Doc } from 'yjs';
import type { PresentUser } from '../drafts/presence.ts';
import { BlockIds } from '../schema/block-ids.ts';
import { BlockKeys } from '../schema/block-keys.ts';
import { draftNodesAndMarks } from '../schema/draft-schema.ts';
import { kitPart } from '../schema/kit-parts.ts';
import { Picture } from '../schema/picture.ts';
import { SiteBlockNode } from '../schema/site-block-node.ts';
import { SharedTextBinding } from '../shared-text/shared-text-extension.ts';
import { LinkAddresses } from './link-addresses.ts';
import { MoveBlock } from './move-block.ts';
import { PictureView } from './picture-view.tsx';
import { renderCaret, renderCaretSelection } from './render-caret.ts';
import { SHORTCUTS } from './shortcuts.ts';
import { SiteBlockView } from './site-block-view.tsx';
import { SlashCommands, type SlashMenuHandle } from './slash-commands.ts';
import { UnitMarks } from './unit-marks.ts';

export interface TextConnections {
  doc: Doc;
  /** The name of the shared text: `DRAFT_BODY` or that of a field. */
  name: string;
  awareness: Awareness;
  user: PresentUser;
  placeholder: string;
  slashMenu: SlashMenuHandle;
  /** Moves the focus to the toolbar. @param text the text's element */
  toToolbar(text: HTMLElement): void;
  /** Opens the link dialog. */
  editLink(): void;
}

/** The extensions of a collaborative rich text editor. */
export function textExtensions(connections: TextConnections): AnyExtension[] {
  const { doc, name, awareness, user, placeholder, slashMenu, toToolbar, editLink } = connections;
  return [
    ...draftNodesAndMarks.map((extension) => SHOWN[extension.name] ?? extension),
    kitPart('gapCursor'),
    kitPart('dropCursor').configure({ color: false, class: 'drop-cursor' }),
    kitPart('listKeymap'),
    BlockIds,
    BlockKeys,
    MoveBlock,
    LinkAddresses,
    UnitMarks,
    SlashCommands.configure({ menu: slashMenu }),
    Placeholder.configure({ placeholder }),
    SharedTextBinding.configure({ doc, name, awareness, user, renderCaret, renderCaretSelection }),
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
  siteBlock: SiteBlockNode.extend({ addNodeView: () => ReactNodeViewRenderer(SiteBlockView) }),
};
