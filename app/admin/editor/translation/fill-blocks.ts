import type { Editor, JSONContent } from '@tiptap/core';
import { Selection } from '@tiptap/pm/state';
import type { Doc } from 'yjs';
import type { UnitId } from '#core/content/translation-link.ts';
import { blockId } from '#core/rich-text/block-ids.ts';
import { structureOf } from '#core/translation/link-units.ts';
import { blockOfUnit, isSaying } from '#core/translation/units.ts';
import { randomKey } from '../shared-text/random-key.ts';
import { findBlock } from '../text/text-editor.ts';
import { COPIES_SOURCE } from './blocks-written-in.ts';
import { writeLinks } from './read-shown-language.ts';
import type { TranslationDesk, TranslationState } from './translation-desk.ts';

/** Whether a translation is empty and its source is not, as of the last comparison. */
export function canStartFromSource({ state }: Pick<TranslationDesk, 'state'>): boolean {
  const { source, translation } = state.read()?.content ?? {};
  if (!source || !translation) return false;
  const { content } = translation.body;
  return source.body.content.some(isSaying) && content.length < 2 && !content.some(isSaying);
}

/** Copies the source's blocks into an empty translation, with or without text, linked block by block. */
export function startFromSource(editor: Editor, translation: Doc, state: TranslationState, keepText: boolean): void {
  const { body, links } = structureOf(
    { units: [...state.units.source.values()], body: state.content.source.body },
    { keepText, seed: '', generate: randomKey },
  );
  editor
    .chain()
    .focus()
    .setMeta(COPIES_SOURCE, true)
    .setContent(body as JSONContent, { emitUpdate: true })
    // A picture or a line that begins the text takes no caret, and typing would replace it if it were selected.
    .command(({ tr }) => {
      tr.setSelection(Selection.findFrom(tr.doc.resolve(0), 1, true) ?? Selection.atStart(tr.doc));
      return true;
    })
    .run();
  writeLinks(translation, links);
}

/**
 * Inserts an empty block for a source block at its position in the translation: after the counterpart of the nearest preceding
 * block that has one. @returns the unit of the new block; `undefined` if the source block does not exist
 */
export function addCounterpart(
  editor: Editor,
  translation: Doc,
  state: TranslationState,
  source: UnitId,
): UnitId | undefined {
  const blocks = state.content.source.body.content;
  const index = blocks.findIndex((block) => blockId(block) === blockOfUnit(source));
  const block = blocks[index];
  if (!block) return undefined;
  const { body, links } = structureOf(
    { units: [...state.units.source.values()], body: { type: 'doc', content: [block] } },
    { keepText: false, seed: '', generate: randomKey },
  );
  const at = placeAfter(
    editor,
    blocks.slice(0, index).flatMap((before) => {
      const counterpart = state.by.source.get(`block:${blockId(before)}`)?.unit;
      return counterpart === undefined ? [] : [blockOfUnit(counterpart) ?? ''];
    }),
  );
  editor.commands.insertContentAt(at, body.content[0] as JSONContent, { updateSelection: false });
  writeLinks(translation, links);
  return Object.keys(links)[0];
}

/** The position after the last of these blocks that exists, or the start. */
function placeAfter(editor: Editor, ids: readonly string[]): number {
  for (const id of ids.toReversed()) {
    const found = findBlock(editor, id);
    const node = found && editor.state.doc.nodeAt(found.position);
    if (found && node) return found.position + node.nodeSize;
  }
  return 0;
}
