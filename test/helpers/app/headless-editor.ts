import { type AnyExtension, getExtensionField } from '@tiptap/core';
import type { Schema } from '@tiptap/pm/model';
import { EditorState, type Plugin, type Transaction } from '@tiptap/pm/state';
import { tableEditing } from '@tiptap/pm/tables';
import * as Y from 'yjs';
import { DRAFT_BODY } from '#core/drafts/draft-shape.ts';
import { BlockIds } from '../../../app/admin/editor/schema/block-ids.ts';
import { BlockKeys } from '../../../app/admin/editor/schema/block-keys.ts';
import { draftSchema } from '../../../app/admin/editor/schema/draft-schema.ts';
import { Gallery } from '../../../app/admin/editor/schema/own-nodes.ts';
import { createTextSync } from '../../../app/admin/editor/shared-text/text-sync.ts';
import { createUndoSteps } from '../../../app/admin/editor/shared-text/undo-steps.ts';

export type Command = (state: EditorState, dispatch: (transaction: Transaction) => void) => boolean;

/** An editor of a draft's body without a browser: the real schema, ids, keys and binding. */
export interface HeadlessEditor {
  doc: Y.Doc;
  readonly state: EditorState;
  dispatch(transaction: Transaction): void;
  /** Runs a command, with the selection at a position if one is given. */
  run(command: Command): boolean;
  undo(): boolean;
  redo(): boolean;
  end(): void;
}

/**
 * @param schema the real one; the nodes that a test inserts must be of the same
 * @param now the clock that tells when a pause ends an undo step
 */
export function openHeadlessEditor(
  schema: Schema = draftSchema(),
  doc = new Y.Doc(),
  now: () => number = Date.now,
): HeadlessEditor {
  const plugins = [pluginOf(BlockIds), pluginOf(BlockKeys), pluginOf(Gallery), tableEditing()];
  let state = EditorState.create({ schema, plugins });
  const sync = createTextSync(doc, DRAFT_BODY);
  const steps = createUndoSteps(sync, now);
  const dispatch = (transaction: Transaction) => {
    const former = state;
    state = former.apply(transaction);
    sync.write(former, transaction.getMeta('paste') === true);
  };
  const view = {
    get state() {
      return state;
    },
    editable: true,
    dispatch,
  };
  const stop = sync.start(view);
  return {
    doc,
    get state() {
      return state;
    },
    dispatch,
    run: (command) => command(state, dispatch),
    undo: () => steps.undo(),
    redo: () => steps.redo(),
    end() {
      stop();
      steps.end();
    },
  };
}

function pluginOf(extension: AnyExtension): Plugin {
  const create = getExtensionField<() => Plugin[]>(extension, 'addProseMirrorPlugins', {} as never);
  return (create as () => [Plugin])()[0];
}

/** Gives documents each other's changes. */
export function syncDocs(...docs: Y.Doc[]): void {
  for (const from of docs) {
    for (const to of docs) if (from !== to) Y.applyUpdate(to, Y.encodeStateAsUpdate(from, Y.encodeStateVector(to)));
  }
}
