import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { readFrame } from '#core/drafts/draft-frames.ts';
import { draftMessage } from '../../test/helpers/drafts/draft-message.ts';
import { partial } from '../../test/helpers/partial.ts';
import { DraftConnection, DraftWindow } from './draft-window.ts';
import { DraftRefused } from './refusals.ts';
import { createStateAnswers, type DraftSocket, ServedDraft } from './served-draft.ts';
import type { OpenDraft } from './updates/open-draft.ts';

const NAME = 'item/a/es';
const [SYNC, AWARENESS, AUTH] = [0, 1, 2];
const [STEP1, STEP2, UPDATE] = [0, 1, 2];
const NOT_AN_UPDATE = new Uint8Array([9, 9, 9, 9]);

const enter = (name = NAME) => draftMessage(name, AUTH, 0, new Uint8Array());
const update = (payload: Uint8Array = NOT_AN_UPDATE, name = NAME) => draftMessage(name, SYNC, UPDATE, payload);

/** A window that may enter a draft with the given right, what it sends, and the updates that are written for it. */
function create(right: 'write' | 'read', isEntering = Promise.resolve()) {
  const events: string[] = [];
  const written: Uint8Array[] = [];
  const socket: DraftSocket = {
    actor: { kind: 'person', id: 'tom', name: 'Tom', role: 'editor', languages: [], disabled: false },
    isClosed: false,
    noteUse() {},
    spend() {},
    send: (bytes) => void events.push(readFrame(bytes)?.kind ?? 'unknown'),
    close: ({ code }) => void events.push(`closed ${code}`),
  };
  const log = { error: () => {} };
  const window = new DraftWindow({
    socket,
    async enter(key) {
      await isEntering;
      const served = new ServedDraft({
        draft: partial<OpenDraft>({ key, doc: new Y.Doc(), bytes: 0 }),
        writes: {
          async write(payload) {
            written.push(payload);
            return 'saved';
          },
        },
        onChange() {},
      });
      const rest = { isShared: false, answer: createStateAnswers(), inTurn: (work: () => void) => work(), log };
      return new DraftConnection({ served, socket, right, onLeave() {}, release() {}, ...rest });
    },
    log,
  });
  const open = async (name = NAME) => {
    window.take(enter(name));
    await expect.poll(() => events).toContain('granted');
    events.length = 0;
  };
  return { window, events, written, open };
}

test('a frame of a draft that the window has not open is dropped without a look at what it carries', () => {
  const { window, events, written } = create('write');
  window.take(update());
  window.take(draftMessage(NAME, AWARENESS, 0, NOT_AN_UPDATE));
  expect([events, written]).toEqual([[], []]);
});

test('what a reader writes is not read', async () => {
  const { window, events, written, open } = create('read');
  await open();
  window.take(update());
  expect([events, written]).toEqual([['unsaved'], []]);
});

test('what a reader has is read where it is short, and else refused', async () => {
  const { window, events, written, open } = create('read');
  await open();
  window.take(draftMessage(NAME, SYNC, STEP2, Y.encodeStateAsUpdate(new Y.Doc())));
  window.take(draftMessage(NAME, SYNC, STEP2, new Uint8Array(300_000)));
  expect([events, written]).toEqual([['saved', 'unsaved'], []]);
  window.take(draftMessage(NAME, SYNC, STEP2, NOT_AN_UPDATE));
  expect(events.at(-1)).toBe('closed 1007');
});

test('what a writer sends is read to its end', async () => {
  const { window, events, written, open } = create('write');
  await open();
  const real = Y.encodeStateAsUpdate(new Y.Doc());
  window.take(update(real));
  window.take(update());
  expect([events, written]).toEqual([['closed 1007'], [real]]);
  await expect.poll(() => events).toContain('saved');
});

test('what comes while a draft is opened waits, and is judged then, in its order', async () => {
  const entering = Promise.withResolvers<void>();
  const { window, events, written } = create('write', entering.promise);
  const updates = [1, 2].map((id) => {
    const doc = new Y.Doc();
    doc.clientID = id;
    doc.getText('title').insert(0, 'x');
    return Y.encodeStateAsUpdate(doc);
  });
  for (const data of [enter(), ...updates.map((each) => update(each)), update()]) window.take(data);
  expect([events, written]).toEqual([[], []]);
  entering.resolve();
  await expect.poll(() => written).toEqual(updates);
  expect(events.slice(0, 2)).toEqual(['granted', 'closed 1007']);
});

test('what came for a draft that the window is not let into is forgotten', async () => {
  const { window, events, written } = create('write', Promise.reject(new DraftRefused('not-found')));
  for (const data of [enter(), update()]) window.take(data);
  await expect.poll(() => events).toEqual(['denied']);
  window.take(update());
  expect([events, written]).toEqual([['denied'], []]);
});

test('what waits for drafts is bounded, as are the drafts', () => {
  const never = new Promise<void>(() => {});
  const long = create('write', never);
  long.window.take(enter());
  for (let index = 0; index < 3; index++) long.window.take(update(new Uint8Array(500_000)));
  expect(long.events).toEqual(['closed 4205']);
  const many = create('write', never);
  many.window.take(enter());
  for (let index = 0; index < 201; index++) many.window.take(update());
  expect(many.events).toEqual(['closed 4205']);
  const drafts = create('write', never);
  for (let index = 0; index < 13; index++) drafts.window.take(enter(`item/b${index}/es`));
  expect(drafts.events).toEqual(['closed 4205']);
});

test.each<[string, Uint8Array]>([
  ['a name of 201 characters', update(NOT_AN_UPDATE, 'x'.repeat(201))],
  ['a long place in a text', draftMessage(NAME, AWARENESS, 0, new Uint8Array(40_000))],
  ['a long vector', draftMessage(NAME, SYNC, STEP1, new Uint8Array(300_000))],
  ['a message that is cut off', update(new Uint8Array(50)).subarray(0, 40)],
])('%s closes the socket before anything looks closer', async (_, data) => {
  const { window, events, written, open } = create('write');
  await open();
  window.take(data);
  expect([events, written]).toEqual([['closed 1007'], []]);
});

test('a frame costs what it makes to do', async () => {
  const { window, open } = create('read');
  await open();
  expect(window.take(draftMessage(NAME, SYNC, STEP1, new Uint8Array([0])))).toBe(128 * 1024);
  expect(window.take(update())).toBe(1_024);
  expect(window.take(update(new Uint8Array(9_000)))).toBeGreaterThan(9_000);
});
