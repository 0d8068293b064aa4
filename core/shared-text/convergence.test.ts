import { diffWordsWithSpace } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { asEdited } from '../../test/helpers/as-edited.ts';
import { richTextProblems } from '../rich-text/rich-text-problems.ts';
import { areSameLeaves, nodesOfLeaves } from './leaf-nodes.ts';
import { readLeaves } from './read-leaves.ts';
import type { Container, Leaf, SharedText } from './shared-text.ts';
import { writeLeaves } from './write-leaves.ts';
import type { Caret } from './write-text.ts';

const sharedOf = (doc: Y.Doc): SharedText => ({ flow: doc.getText('t'), registers: doc.getMap('b') });
const leavesOf = (doc: Y.Doc): Leaf[] => readLeaves(sharedOf(doc)).leaves;
const textOf = (doc: Y.Doc) => leavesOf(doc).map(({ text }) => text);

const withText = (leaf: Leaf, text: string): Leaf => ({
  ...leaf,
  text,
  runs: text === '' ? [] : [{ text, marks: [] }],
});

const ACTS = [
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
type ActName = (typeof ACTS)[number] | 'move' | 'moveTwo' | 'undo' | 'sync' | 'syncAll';

interface Act {
  who: number;
  what: ActName;
  a: number;
  b: number;
}

/** People who write, each in a document of their own, and what must hold about every character. */
function createWorld(people: number) {
  let hasMoved = false;
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
    doc.transact(() => {
      const reading = writeLeaves(sharedOf(doc), after, {
        newId,
        caret,
        diffWords: (x, y) => diffWordsWithSpace(x, y),
      });
      if (areSameLeaves(reading.leaves, after)) return;
      // An editor shows what the text says then; this happens to a few of many concurrent moves.
      const sorted = (leaves: readonly Leaf[]) => [...leaves.map(({ text }) => text).join('')].toSorted();
      expect(sorted(reading.leaves)).toEqual(sorted(after));
      expect(hasMoved).toBe(true);
    }, origin);
    const now = characters(doc);
    for (const each of before) if (!now.has(each)) deleted.add(each);
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
      const before = characters(doc);
      undo.undo();
      const now = characters(doc);
      for (const each of before) if (!now.has(each)) deleted.add(each);
      for (const each of now) {
        if (before.has(each)) continue;
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
        hasMoved = true;
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

const acts = (names: readonly ActName[]) =>
  fc.array(fc.record({ who: fc.nat(2), what: fc.constantFrom(...names), a: fc.nat(1_000), b: fc.nat(1_000) }), {
    maxLength: 60,
    size: 'max',
  });

function play(script: Act[], people: number) {
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

const SLOW = { timeout: 300_000 };
const RUNS = { numRuns: Number(process.env.ROUNDS ?? 200) };

test('every character is there once, in its order, unless somebody who saw it deleted it', SLOW, () => {
  fc.assert(
    fc.property(acts([...ACTS, 'sync', 'sync', 'syncAll']), fc.integer({ min: 2, max: 3 }), (script, people) => {
      const { all, typed, deleted } = play(script, people);
      expect([...all].toSorted()).toEqual([...typed.keys()].filter((each) => !deleted.has(each)).toSorted());
      for (const [each, before] of typed) {
        if (before !== undefined && all.includes(each) && all.includes(before))
          expect(all.indexOf(before)).toBeLessThan(all.indexOf(each));
      }
    }),
    RUNS,
  );
});

test('moved blocks take with them what others write in them', SLOW, () => {
  fc.assert(
    fc.property(
      acts([...ACTS, 'move', 'move', 'moveTwo', 'sync', 'sync', 'syncAll']),
      fc.integer({ min: 2, max: 3 }),
      (script, people) => {
        const { all, typed, deleted } = play(script, people);
        expect([...all].toSorted()).toEqual([...typed.keys()].filter((each) => !deleted.has(each)).toSorted());
      },
    ),
    RUNS,
  );
});

test('undo takes back what the person did, and everybody ends with the same', SLOW, () => {
  fc.assert(
    fc.property(
      acts([...ACTS, 'move', 'undo', 'undo', 'sync', 'syncAll']),
      fc.integer({ min: 2, max: 3 }),
      (script, people) => {
        const { all, typed, restored } = play(script, people);
        const once = [...all].filter((each) => (restored.get(each)?.size ?? 0) < 2);
        expect(new Set(once).size).toBe(once.length);
        expect([...all].every((each) => typed.has(each))).toBe(true);
      },
    ),
    RUNS,
  );
});
