import type { Fragment, Node, Schema } from '@tiptap/pm/model';
import { Fragment as NodeFragment, Slice } from '@tiptap/pm/model';
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';
import type { Doc, Transaction as SharedTransaction, Text, Map as YMap } from 'yjs';
import type { RichTextNode } from '#core/rich-text/rich-text.ts';
import { areSameLeaves, blocksOfLeaves, leavesOfNode, nodeOfBlock } from '#core/shared-text/leaf-nodes.ts';
import { type PlacedLeaf, readLeaves, type TextReading } from '#core/shared-text/read-leaves.ts';
import { type Leaf, sharedTextIn } from '#core/shared-text/shared-text.ts';
import { keepRemoved, writeLeaves } from '#core/shared-text/write-leaves.ts';
import { restoreSelection, type SharedSelection, shareSelection } from './places.ts';
import { randomKey } from './random-key.ts';
import { markAsShared } from './sync-meta.ts';

/** The part of an editor's view that is kept equal to a shared text. */
export interface SyncedView {
  readonly state: EditorState;
  readonly editable: boolean;
  dispatch(transaction: Transaction): void;
}

/** Gets the leaf blocks before and after a change, and the selection before it. */
type WriteListener = (
  before: readonly Leaf[],
  after: readonly Leaf[],
  change: { former: SharedSelection | undefined; isOwnStep: boolean },
) => void;

/** Keeps the document of an editor equal to a shared text. */
export interface TextSync {
  readonly flow: Text;
  readonly registers: YMap<unknown>;
  /** The origin of this window's changes. */
  readonly origin: object;
  /** The shared text as the editor shows it. */
  readonly reading: TextReading;
  /** The current selection. */
  share(): SharedSelection | undefined;
  /** The selection to restore after the next change of the shared text, instead of the current one. */
  restoreNext(selection: SharedSelection): void;
  /** Begins to show the shared text. @returns a function that ends it */
  start(view: SyncedView): () => void;
  /** Writes what the editor changed. @param former its state before @param isOwnStep whether it is an undo step of its own */
  write(former: EditorState, isOwnStep: boolean): void;
  /** Keeps a block that somebody removed without having seen all of its characters. */
  keepRemoved(key: string): void;
  /** Called before this window's changes are written. */
  onWrite(listener: WriteListener): void;
  /** Called after the editor shows another state of the shared text. */
  onShown(listener: () => void): () => void;
}

/** @param name `DRAFT_BODY` or the name of a field */
export function createTextSync(doc: Doc, name: string): TextSync {
  const shared = sharedTextIn(doc, name);
  const [flow, registers] = [shared.flow as Text, shared.registers as YMap<unknown>];
  const origin = {};
  const listeners = new Set<() => void>();
  const beforeWrite = new Set<WriteListener>();
  const leavesOf = createLeafCache();
  let reading: TextReading | undefined;
  let view: SyncedView | undefined;
  /** The document of the editor that is equal to the shared text. */
  let shown: Node | undefined;
  let selection: SharedSelection | undefined;

  const read = () => (reading ??= readLeaves(shared));
  const share = () => view && shareSelection(flow, read(), view.state);

  function show(isUndo: boolean): void {
    reading = undefined;
    if (!view) return;
    const { state } = view;
    const next = documentOf(read().leaves, state.doc, leavesOf);
    const transaction = markAsShared(state.tr, { isUndo });
    replaceDocument(transaction, next);
    if (selection) restoreSelection(transaction, selection, flow, read());
    selection = undefined;
    shown = transaction.doc;
    if (transaction.docChanged || transaction.selectionSet) view.dispatch(transaction);
    for (const listener of listeners) listener();
  }

  function write(formerState: EditorState, isOwnStep: boolean): void {
    if (!view?.editable || view.state.doc === shown) return;
    const { doc: document, selection: own } = view.state;
    shown = document;
    const after = leavesOf(document);
    const before = read();
    if (areSameLeaves(before.leaves, after)) return;
    const former = shareSelection(flow, before, formerState);
    for (const listener of beforeWrite) listener(before.leaves, after, { former, isOwnStep });
    const key: unknown = own.$head.parent.attrs.key;
    const caret =
      own instanceof TextSelection && typeof key === 'string' ? { key, offset: own.$head.parentOffset } : undefined;
    doc.transact(() => {
      reading = writeLeaves(shared, after, {
        newId: randomKey,
        caret,
      });
    }, origin);
    if (!areSameLeaves(read().leaves, after)) show(true);
    else for (const listener of listeners) listener();
  }

  return {
    flow,
    registers,
    origin,
    get reading() {
      return read();
    },
    share,
    restoreNext(wanted) {
      selection = wanted;
    },
    start(started) {
      view = started;
      const before = (transaction: SharedTransaction) => {
        if (transaction.origin !== origin) selection ??= share();
      };
      const after = ({ origin: source, changed }: SharedTransaction) => {
        const changedTypes: ReadonlyMap<object, unknown> = changed;
        const isChanged = changedTypes.has(flow) || changedTypes.has(registers);
        if (isChanged && source !== origin) show(isUndoOf(origin, source));
        else if (source !== origin) selection = undefined;
      };
      doc.on('beforeTransaction', before);
      doc.on('afterTransaction', after);
      show(false);
      return () => {
        doc.off('beforeTransaction', before);
        doc.off('afterTransaction', after);
        view = undefined;
        shown = undefined;
      };
    },
    write,
    keepRemoved(key) {
      doc.transact(() => keepRemoved(shared, key, randomKey), origin);
      show(true);
    },
    onWrite(listener) {
      beforeWrite.add(listener);
    },
    onShown(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Whether a change undoes one of this window: of the undo managers of a document, one follows its changes of this text. */
function isUndoOf(origin: object, source: unknown): boolean {
  if (typeof source !== 'object' || source === null || !('undoStack' in source)) return false;
  return (source as { trackedOrigins?: Set<unknown> }).trackedOrigins?.has(origin) === true;
}

/** Reads the leaf blocks of documents, each block of the document once. */
function createLeafCache(): (doc: Node) => Leaf[] {
  const cache = new WeakMap<Node, Leaf[]>();
  return (doc) =>
    doc.content.content.flatMap((node) => {
      let leaves = cache.get(node);
      if (!leaves) {
        leaves = leavesOfNode(node.toJSON() as RichTextNode, () => '');
        cache.set(node, leaves);
      }
      return leaves;
    });
}

/** The document of leaf blocks, with the nodes of the present one where they are the same. */
function documentOf(leaves: readonly PlacedLeaf[], present: Node, leavesOf: (doc: Node) => Leaf[]): Node {
  const { type }: { type: { schema: Schema } & Node['type'] } = present;
  if (leaves.length === 0) return type.createAndFill() ?? present;
  const nodes = new Map<string, { node: Node; leaves: Leaf[] }>();
  present.forEach((node) => {
    const own = leavesOf(present.copy(NodeFragment.from(node)));
    if (own[0]) nodes.set(own[0].key, { node, leaves: own });
  });
  const blocks = blocksOfLeaves(leaves).map((own) => {
    const known = nodes.get(own[0]?.key ?? '');
    return known && areSameLeaves(known.leaves, own) ? known.node : type.schema.nodeFromJSON(nodeOfBlock(own));
  });
  return type.create(null, blocks);
}

/** Changes the smallest range that differs: of the characters of one block, or of whole blocks of the document. */
function replaceDocument(transaction: Transaction, next: Node): void {
  const { doc } = transaction;
  const start = doc.content.findDiffStart(next.content);
  const end = doc.content.findDiffEnd(next.content);
  if (start === null || !end) return;
  // Equal characters on both sides may be counted twice.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const [from, to, until] = [start, end.a + overlap, end.b + overlap];
  const [$from, $to, $start, $until] = [doc.resolve(from), doc.resolve(to), next.resolve(from), next.resolve(until)];
  if ($from.parent.isTextblock && $from.sameParent($to) && $start.sameParent($until) && $start.parent.isTextblock) {
    transaction.step(new ReplaceStep(from, to, new Slice(next.slice(from, until).content, 0, 0)));
    return;
  }
  const first = $from.index(0);
  const last = countSame(doc.content, next.content, first);
  const before = sizeOf(doc.content, 0, first);
  const slice = NodeFragment.fromArray(next.content.content.slice(first, next.childCount - last));
  transaction.step(
    new ReplaceStep(
      before,
      doc.content.size - sizeOf(doc.content, doc.childCount - last, doc.childCount),
      new Slice(slice, 0, 0),
    ),
  );
}

/** The number of equal nodes at the end of two fragments. */
function countSame(a: Fragment, b: Fragment, first: number): number {
  const most = Math.min(a.childCount, b.childCount) - first;
  let count = 0;
  while (count < most && a.child(a.childCount - 1 - count).eq(b.child(b.childCount - 1 - count))) count++;
  return count;
}

function sizeOf(fragment: Fragment, from: number, to: number): number {
  return fragment.content.slice(from, to).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
}
