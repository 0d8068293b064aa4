import fc from 'fast-check';
import { expect } from 'vitest';
import * as Y from 'yjs';
import { richTextProblems } from '#core/rich-text/rich-text-problems.ts';
import { areSameLeaves, nodesOfLeaves } from '#core/shared-text/leaf-nodes.ts';
import { readLeaves } from '#core/shared-text/read-leaves.ts';
import type { Container, Leaf, SharedText } from '#core/shared-text/shared-text.ts';
import { writeLeaves } from '#core/shared-text/write-leaves.ts';
import type { Caret } from '#core/shared-text/write-text.ts';
import { asEdited } from './as-edited.ts';
import { characterItems, expectKept } from './character-items.ts';

const sharedOf = (doc: Y.Doc): SharedText => ({ flow: doc.getText('t'), registers: doc.getMap('b') });
const leavesOf = (doc: Y.Doc): Leaf[] => readLeaves(sharedOf(doc)).leaves;
const textOf = (doc: Y.Doc) => leavesOf(doc).map(({ text }) => text);

const withText = (leaf: Leaf, text: string): Leaf => ({
  ...leaf,
  text,
  runs: text === '' ? [] : [{ text, marks: [] }],
});

export const ACTS = [
  'type',
  'type',
  'type',
  'delete',
  'split',
  'join',
  'remove',
  'kind',
  'quote',
  'list',
  'lift',
  'cut',
] as const;
export type ActName = (typeof ACTS)[number] | 'move' | 'moveTwo' | 'undo' | 'sync' | 'syncAll';

export interface Act {
  who: number;
  what: ActName;
  a: number;
  b: number;
}

/** People who write, each in a document of their own, and what must hold about every character. */
function createWorld(people: number) {
  let id = 0;
  let letter = 0x4e00;
  const newId = () => `k${id++}`;
  const typed = new Map<string, string | undefined>();
  const deleted = new Set<string>();
  /** Who took back deleting a character. Two who deleted it without knowing of each other can both restore it. */
  const restored = new Map<string, Set<number>>();
  const docs = Array.from({ length: people }, (_, index) => {
    const doc = new Y.Doc();
    doc.clientID = index + 1;
    const origin = { who: index };
    const undo = new Y.UndoManager([doc.getText('t'), doc.getMap('b')], {
      trackedOrigins: new Set([origin]),
      captureTimeout: 0,
    });
    return { doc, origin, undo };
  });
  const characters = (doc: Y.Doc) => new Set(textOf(doc).join(''));

  function write(index: number, after: Leaf[], caret?: Caret) {
    const { doc, origin } = docs[index] as (typeof docs)[number];
    const before = characters(doc);
    const items = characterItems(doc.getText('t'));
    doc.transact(() => {
      const reading = writeLeaves(sharedOf(doc), after, {
        newId,
        caret,
      });
      expect(reading.leaves.map(({ key, text }) => [key, text])).toEqual(after.map(({ key, text }) => [key, text]));
      expect(areSameLeaves(reading.leaves, after)).toBe(true);
    }, origin);
    const now = characters(doc);
    for (const each of before) if (!now.has(each)) deleted.add(each);
    expectKept(items, characterItems(doc.getText('t')));
  }

  function act({ who, what, a, b }: Act) {
    const { doc, undo } = docs[who % people] as (typeof docs)[number];
    const leaves = leavesOf(doc);
    const index = leaves.length === 0 ? 0 : a % leaves.length;
    const leaf = leaves[index];
    if (what === 'syncAll' || what === 'sync') {
      sync(what === 'sync' ? [who % people, (who + 1) % people] : docs.keys().toArray());
      return;
    }
    if (what === 'undo') {
      const before = textOf(doc).join('');
      undo.undo();
      const now = textOf(doc).join('');
      for (const each of before) if (!now.includes(each)) deleted.add(each);
      // A character that somebody else restored too is there already.
      for (const each of [...before].reduce((rest, former) => rest.replace(former, ''), now)) {
        deleted.delete(each);
        restored.set(each, (restored.get(each) ?? new Set()).add(who % people));
      }
      return;
    }
    if (!leaf) {
      return write(who % people, [
        withText({ key: newId(), type: 'paragraph', attrs: { id: newId() }, path: [], text: '', runs: [] }, ''),
      ]);
    }
    const at = b % (leaf.text.length + 1);
    const set = (changed: Leaf[], count = 1, from = index) =>
      write(who % people, asEdited(leaves.toSpliced(from, count, ...changed)));
    switch (what) {
      case 'type': {
        const own = String.fromCharCode(letter++);
        typed.set(own, at > 0 ? leaf.text[at - 1] : undefined);
        write(
          who % people,
          leaves.toSpliced(index, 1, withText(leaf, leaf.text.slice(0, at) + own + leaf.text.slice(at))),
          { key: leaf.key, offset: at + 1 },
        );
        return;
      }
      case 'delete':
        if (leaf.text.length > 0)
          set([withText(leaf, leaf.text.slice(0, Math.max(0, at - 1)) + leaf.text.slice(Math.max(1, at)))]);
        return;
      case 'split': {
        if (at === 0) set([withText({ ...leaf, key: newId(), attrs: { ...leaf.attrs, id: undefined } }, ''), leaf]);
        else
          set([
            withText(leaf, leaf.text.slice(0, at)),
            withText({ ...leaf, key: newId(), attrs: { ...leaf.attrs, id: undefined } }, leaf.text.slice(at)),
          ]);
        return;
      }
      case 'join': {
        const before = leaves[index - 1];
        if (before) set([withText(before, before.text + leaf.text)], 2, index - 1);
        return;
      }
      case 'remove':
        if (leaves.length > 1) set([]);
        return;
      case 'cut': {
        const end = Math.min(leaves.length - 1, index + (b % 3));
        const last = leaves[end] as Leaf;
        set(
          [withText(leaf, leaf.text.slice(0, at) + last.text.slice(Math.min(last.text.length, Math.max(at, 1))))],
          end - index + 1,
        );
        return;
      }
      case 'kind':
        set([
          b % 2
            ? { ...leaf, type: 'heading', attrs: { ...leaf.attrs, level: 2 + (b % 3) } }
            : { ...leaf, type: 'paragraph', attrs: withoutLevel(leaf.attrs) },
        ]);
        return;
      case 'quote':
      case 'list': {
        if (leaf.path.length > 3) return;
        const around: Container[] =
          what === 'quote'
            ? [{ key: newId(), type: 'blockquote', attrs: {} }]
            : [
                { key: newId(), type: 'bulletList', attrs: {} },
                { key: newId(), type: 'listItem', attrs: {} },
              ];
        set([{ ...leaf, path: [...around, ...leaf.path] }]);
        return;
      }
      case 'lift':
        if (leaf.path.length > 0)
          set([{ ...leaf, path: leaf.path[0]?.type === 'bulletList' ? leaf.path.slice(2) : leaf.path.slice(1) }]);
        return;
      case 'move':
      case 'moveTwo': {
        const moved = leaves.slice(index, index + (what === 'move' ? 1 : 2));
        const rest = leaves.toSpliced(index, moved.length);
        write(who % people, asEdited(rest.toSpliced(b % (rest.length + 1), 0, ...moved)));
        return;
      }
    }
  }

  function sync(members: number[]) {
    for (const one of members) {
      for (const other of members) {
        const [from, to] = [docs[one]?.doc, docs[other]?.doc];
        if (from && to && from !== to) Y.applyUpdate(to, Y.encodeStateAsUpdate(from, Y.encodeStateVector(to)));
      }
    }
  }

  return {
    act,
    docs,
    typed,
    deleted,
    restored,
    syncAll: () => {
      sync([...docs.keys()]);
      sync([...docs.keys()]);
    },
  };
}

function withoutLevel({ level: _, ...attrs }: Leaf['attrs']): Leaf['attrs'] {
  return attrs;
}

export const acts = (names: readonly ActName[]) =>
  fc.array(fc.record({ who: fc.nat(2), what: fc.constantFrom(...names), a: fc.nat(1_000), b: fc.nat(1_000) }), {
    maxLength: 60,
    size: 'max',
  });

export function play(script: Act[], people: number) {
  const world = createWorld(people);
  for (const act of script) world.act(act);
  world.syncAll();
  const [first, ...others] = world.docs as [(typeof world.docs)[0], ...typeof world.docs];
  for (const other of others) expect(leavesOf(other.doc)).toEqual(leavesOf(first.doc));
  expect(richTextProblems({ type: 'doc', content: nodesOfLeaves(leavesOf(first.doc)).map(withoutKeys) })).toEqual([]);
  return { ...world, all: textOf(first.doc).join('') };
}

function withoutKeys(node: { type: string; attrs?: { [name: string]: unknown }; content?: unknown[] }): unknown {
  const { key: _, ...attrs } = node.attrs ?? {};
  return {
    ...node,
    ...(node.attrs && { attrs }),
    ...(node.content && { content: node.content.map((child) => withoutKeys(child as never)) }),
  };
}
