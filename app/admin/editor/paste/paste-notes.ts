import { type Editor, Extension } from '@tiptap/core';
import { Fragment, type Node, Slice } from '@tiptap/pm/model';
import { Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { type LeftOut, leftOutAt, PLACE_SIGNS } from './left-out.ts';

/** What is said of a paste, and where. */
export interface PasteReport {
  leftOut: readonly LeftOut[];
  /** The pasted text with the lines of a page joined, if that is offered. */
  joined?: (() => Slice) | undefined;
}

/** The words of notes. */
export interface NoteWords {
  leftOut(entry: LeftOut): string;
  dismiss: string;
  lines: { lead: string; join: string; keep: string; joined: string; undo: string };
}

interface PasteNotesOptions {
  /** The report of the paste that is under way; it is taken once. */
  takeReport(): PasteReport | undefined;
  words(): NoteWords;
}

/** Something left out, with the words of its block by which this is found once it is in the text. */
interface Place {
  words: string;
  leftOut: LeftOut[];
}

type Change = { add: Decoration } | { remove: string };

type Actions = [label: string, run: () => void][];

interface Range {
  from: number;
  to: number;
}

interface Notes {
  shown: DecorationSet;
  /** Where the lines are that can be joined. */
  lines: Range;
}

const key = new PluginKey<Notes>('pasteNotes');

/** Says beside a block what a paste left out there, and offers to join lines. The text is not changed. */
export const PasteNotes = Extension.create<PasteNotesOptions>({
  name: 'pasteNotes',
  addProseMirrorPlugins() {
    const { editor } = this;
    const { takeReport, words } = this.options;
    let report: PasteReport | undefined;
    let places: Place[] = [];
    let count = 0;

    function notesOf({ doc }: Transaction, { from, to }: Range): Decoration[] {
      const { leftOut, joined } = report ?? { leftOut: [] };
      const told = blocksAt(doc, { from, to }, places).map((at, index) => noteAt(at, places[index]?.leftOut ?? []));
      const end = endOfBlock(doc, to);
      if (leftOut.length > 0 && told.length === 0) told.push(noteAt(end, leftOut));
      return joined ? [...told, offerAt(end, joined)] : told;
    }

    function noteAt(at: number, leftOut: readonly LeftOut[]): Decoration {
      const { leftOut: sentence, dismiss } = words();
      return widget(at, leftOut.map(sentence), (close) => [[dismiss, close]]);
    }

    function offerAt(at: number, joined: () => Slice): Decoration {
      const { lines, dismiss } = words();
      return widget(at, [lines.lead], (close) => [
        [lines.join, () => join(joined, lines, dismiss, close)],
        [lines.keep, close],
      ]);
    }

    function join(joined: () => Slice, lines: NoteWords['lines'], dismiss: string, close: () => void): void {
      const { from, to } = key.getState(editor.state)?.lines ?? { from: 0, to: 0 };
      close();
      const { tr } = editor.state;
      tr.setSelection(TextSelection.create(tr.doc, from, to)).replaceSelection(joined());
      editor.view.dispatch(tr.scrollIntoView());
      const undo = (closeAgain: () => void) => () => {
        closeAgain();
        editor.chain().focus().undo().run();
      };
      const note = widget(endOfBlock(tr.doc, tr.selection.to), [lines.joined], (closeAgain) => [
        [lines.undo, undo(closeAgain)],
        [dismiss, closeAgain],
      ]);
      change(editor, { add: note });
      editor.view.focus();
    }

    /** @param actionsOf the labels of its buttons, and what they do */
    function widget(at: number, sentences: readonly string[], actionsOf: (close: () => void) => Actions): Decoration {
      const id = `paste-note-${count++}`;
      const actions = actionsOf(() => change(editor, { remove: id }));
      const show = () => noteElement(sentences, actions);
      return Decoration.widget(at, show, { key: id, side: 1, stopEvent: () => true, ignoreSelection: true });
    }

    return [
      new Plugin<Notes>({
        key,
        state: {
          init: () => ({ shown: DecorationSet.empty, lines: { from: 0, to: 0 } }),
          apply(transaction, { shown: former, lines }) {
            const { doc, mapping, docChanged } = transaction;
            const shown = docChanged ? withoutDeleted(former, transaction) : former;
            if (transaction.getMeta('uiEvent') && report) {
              const range = changedRange(transaction);
              const added = notesOf(transaction, range);
              report = undefined;
              return { shown: shown.add(doc, added), lines: range };
            }
            const asked = transaction.getMeta(key) as Change | undefined;
            const rest = { lines: { from: mapping.map(lines.from, -1), to: mapping.map(lines.to) } };
            if (!asked) return { shown, ...rest };
            if ('add' in asked) return { shown: shown.add(doc, [asked.add]), ...rest };
            return {
              shown: shown.remove(shown.find(undefined, undefined, (spec) => spec.key === asked.remove)),
              ...rest,
            };
          },
        },
        props: {
          decorations: (state) => key.getState(state)?.shown,
          transformPasted(slice) {
            report = takeReport();
            places = [];
            const leftOut = report?.leftOut ?? [];
            if (leftOut.length === 0) return slice;
            const content = withoutSigns(slice.content, (text, found) =>
              places.push({ words: text, leftOut: found.flatMap((sign) => leftOutAt(sign, leftOut)) }),
            );
            return new Slice(content, slice.openStart, slice.openEnd);
          },
        },
      }),
    ];
  },
});

/** The notes in a changed text, without those of blocks whose words were deleted. */
function withoutDeleted(notes: DecorationSet, { before, doc, mapping }: Transaction): DecorationSet {
  const hasWords = (text: Node, { from }: Decoration) => (text.resolve(from).nodeBefore?.content.size ?? 0) > 0;
  const written = new Set(notes.find().flatMap((note) => (hasWords(before, note) ? [note.spec.key] : [])));
  const mapped = notes.map(mapping, doc);
  const emptied = mapped.find().filter((note) => written.has(note.spec.key) && !hasWords(doc, note));
  return mapped.remove(emptied);
}

function change({ view, isDestroyed }: Editor, asked: Change): void {
  if (!isDestroyed) view.dispatch(view.state.tr.setMeta(key, asked).setMeta('addToHistory', false));
}

/** The contents without signs. @param tell gets the words of each block that had some */
function withoutSigns(content: Fragment, tell: (words: string, found: string[]) => void): Fragment {
  const nodes: Node[] = [];
  content.forEach((node) => {
    if (node.isText) {
      const text = (node.text ?? '').replace(PLACE_SIGNS, '');
      if (text !== '') nodes.push(node.type.schema.text(text, node.marks));
      return;
    }
    const found = node.isTextblock ? node.textContent.match(PLACE_SIGNS) : null;
    const inner = node.copy(withoutSigns(node.content, tell));
    nodes.push(inner);
    if (found) tell(inner.textContent.trim(), found);
  });
  return Fragment.fromArray(nodes);
}

/** The first and the last position that a transaction changed. */
function changedRange({ mapping, selection }: Transaction): Range {
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  mapping.maps.forEach((map, index) => {
    const rest = mapping.slice(index + 1);
    map.forEach((_from, _to, start, end) => {
      from = Math.min(from, rest.map(start, -1));
      to = Math.max(to, rest.map(end));
    });
  });
  return from <= to ? { from, to } : selection;
}

/** Behind the blocks with the words of places, one after the other. */
function blocksAt(doc: Node, { from, to }: Range, places: readonly Place[]): number[] {
  const found: number[] = [];
  doc.nodesBetween(from, to, (node, position) => {
    const wanted = places[found.length];
    if (node.isTextblock && wanted && node.textContent.includes(wanted.words)) found.push(position + node.nodeSize);
    return !node.isTextblock;
  });
  return found;
}

/** Behind the outermost block at a position. */
function endOfBlock(doc: Node, position: number): number {
  const $at = TextSelection.near(doc.resolve(position), -1).$to;
  return $at.depth > 0 ? $at.after(1) : position;
}

function noteElement(sentences: readonly string[], actions: Actions): HTMLElement {
  const element = document.createElement('div');
  element.className = 'paste-note';
  element.contentEditable = 'false';
  element.setAttribute('role', 'status');
  for (const sentence of sentences) {
    const line = document.createElement('span');
    line.textContent = sentence;
    element.append(line);
  }
  for (const [label, run] of actions) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', run);
    element.append(button);
  }
  return element;
}
