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

interface Change {
  remove?: string;
  add?: Note;
}

type Actions = [label: string, run: () => void][];

interface Range {
  from: number;
  to: number;
}

/** What is said, and of what. */
interface Note {
  key: string;
  /** Where the words end of which it is said: what is begun behind them comes behind the note. */
  end: number;
  /** How deep the block is that it stands behind. */
  depth: number;
  /** What it is said of, where that can be replaced: with other words there, nothing is said any more. */
  lines?: Range & { words: string };
  show(): HTMLElement;
}

const key = new PluginKey<readonly Note[]>('pasteNotes');

/** Says beside a block what a paste left out there, and offers to join lines. The text is not changed. */
export const PasteNotes = Extension.create<PasteNotesOptions>({
  name: 'pasteNotes',
  addProseMirrorPlugins() {
    const notes = new NotesOfPastes(this.editor, this.options);
    return [
      new Plugin<readonly Note[]>({
        key,
        state: { init: () => [], apply: (transaction, former) => notes.apply(transaction, former) },
        props: {
          decorations(state) {
            const shown = key.getState(state) ?? [];
            const { doc } = state;
            return shown.length === 0
              ? undefined
              : DecorationSet.create(
                  doc,
                  shown.map((one) => widget(doc, one)),
                );
          },
          transformPasted: (slice) => notes.readPaste(slice),
        },
      }),
    ];
  },
});

/** The notes of one text. */
class NotesOfPastes {
  readonly #editor: Editor;
  readonly #options: PasteNotesOptions;
  /** Of the paste that is under way. */
  #report: PasteReport | undefined;
  #places: Place[] = [];
  #count = 0;

  constructor(editor: Editor, options: PasteNotesOptions) {
    this.#editor = editor;
    this.#options = options;
  }

  /** Takes what is told of a paste. @returns its contents without signs */
  readPaste(slice: Slice): Slice {
    this.#report = this.#options.takeReport();
    this.#places = [];
    const leftOut = this.#report?.leftOut ?? [];
    if (leftOut.length === 0) return slice;
    const content = withoutSigns(slice.content, (text, found) =>
      this.#places.push({ words: text, leftOut: found.flatMap((sign) => leftOutAt(sign, leftOut)) }),
    );
    return new Slice(content, slice.openStart, slice.openEnd);
  }

  /** The notes after a transaction. */
  apply(transaction: Transaction, former: readonly Note[]): readonly Note[] {
    const notes = transaction.docChanged ? former.flatMap((one) => followed(one, transaction)) : former;
    if (transaction.getMeta('uiEvent') && this.#report) {
      const added = this.#notesOf(this.#report, transaction);
      this.#report = undefined;
      return [...notes, ...added];
    }
    const asked: Change | undefined = transaction.getMeta(key);
    if (!asked) return notes;
    return [...notes.filter((one) => one.key !== asked.remove), ...(asked.add ? [asked.add] : [])];
  }

  #notesOf({ leftOut, joined }: PasteReport, transaction: Transaction): Note[] {
    const { doc } = transaction;
    const range = changedRange(transaction);
    const told = blocksAt(doc, range, this.#places).map((at, index) =>
      this.#noteAt(doc, at, this.#places[index]?.leftOut ?? []),
    );
    const end = endOfBlock(doc, range.to);
    if (leftOut.length > 0 && told.length === 0) told.push(this.#noteAt(doc, end, leftOut));
    return joined ? [...told, { ...this.#offerAt(doc, end, joined), lines: linesAt(doc, range) }] : told;
  }

  #noteAt(doc: Node, at: number, leftOut: readonly LeftOut[]): Note {
    const { leftOut: sentence, dismiss } = this.#options.words();
    return this.#note(doc, at, leftOut.map(sentence), (id) => [[dismiss, () => this.#close(id)]]);
  }

  #offerAt(doc: Node, at: number, joined: () => Slice): Note {
    const { lines } = this.#options.words();
    return this.#note(doc, at, [lines.lead], (id) => [
      [lines.join, () => this.#replaceLines(id, joined(), (tr, former) => this.#joinedAt(tr, former))],
      [lines.keep, () => this.#close(id)],
    ]);
  }

  #joinedAt({ doc, selection }: Transaction, former: Slice): Note {
    const { lines, dismiss } = this.#options.words();
    return this.#note(doc, endOfBlock(doc, selection.to), [lines.joined], (id) => [
      [lines.undo, () => this.#replaceLines(id, former)],
      [dismiss, () => this.#close(id)],
    ]);
  }

  /** Replaces the lines of a note, which goes. @param next what is said then, with what was replaced */
  #replaceLines(id: string, slice: Slice, next?: (tr: Transaction, former: Slice) => Note): void {
    const { state, view } = this.#editor;
    const lines = key.getState(state)?.find((one) => one.key === id)?.lines;
    if (!lines) return;
    const { tr } = state;
    const former = tr.doc.slice(lines.from, lines.to);
    tr.setSelection(TextSelection.create(tr.doc, lines.from, lines.to)).replaceSelection(slice);
    const range = { from: tr.mapping.map(lines.from, -1), to: tr.mapping.map(lines.to) };
    const add = next && { ...next(tr, former), lines: linesAt(tr.doc, range) };
    view.dispatch(tr.scrollIntoView().setMeta(key, { remove: id, ...(add && { add }) } satisfies Change));
    view.focus();
  }

  #close(remove: string): void {
    const { isDestroyed, state, view } = this.#editor;
    if (isDestroyed) return;
    view.dispatch(state.tr.setMeta(key, { remove } satisfies Change).setMeta('addToHistory', false));
  }

  /** @param actionsOf the labels of its buttons, and what they do */
  #note(doc: Node, at: number, sentences: readonly string[], actionsOf: (id: string) => Actions): Note {
    const id = `paste-note-${this.#count++}`;
    const actions = actionsOf(id);
    const { to: end } = TextSelection.near(doc.resolve(at), -1);
    return { key: id, end, depth: doc.resolve(at).depth + 1, show: () => noteElement(sentences, actions) };
  }
}

/** A note in a changed text: it stays with its block, and goes with what is said of. */
function followed(note: Note, { before, doc, mapping }: Transaction): Note | [] {
  const end = mapping.map(note.end, -1);
  if (hasWords(before, note.end) && !hasWords(doc, end)) return [];
  if (!note.lines) return { ...note, end };
  const lines = linesAt(doc, { from: mapping.map(note.lines.from), to: mapping.map(note.lines.to, -1) });
  return lines.words === note.lines.words ? { ...note, end, lines } : [];
}

function hasWords(doc: Node, end: number): boolean {
  const { parent } = doc.resolve(end);
  return parent.isTextblock && parent.content.size > 0;
}

/** The lines between two positions, from the first letter to the last. */
function linesAt(doc: Node, range: Range): Range & { words: string } {
  const { from } = TextSelection.near(doc.resolve(range.from));
  const { to } = TextSelection.near(doc.resolve(range.to), -1);
  return { from, to, words: from < to ? doc.textBetween(from, to, '\n') : '' };
}

function widget(doc: Node, { key: id, end, depth, show }: Note): Decoration {
  const $end = doc.resolve(end);
  const at = $end.depth > 0 ? $end.after(Math.min($end.depth, depth)) : end;
  return Decoration.widget(at, show, { key: id, side: 1, stopEvent: () => true, ignoreSelection: true });
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
  const buttons = element.appendChild(document.createElement('span'));
  for (const [label, run] of actions) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', run);
    buttons.append(button);
  }
  return element;
}
