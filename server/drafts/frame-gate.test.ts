import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { draftMessage } from '../../test/helpers/drafts/draft-message.ts';
import { createFrameGate, type FrameGateOptions } from './frame-gate.ts';

const NAME = 'item/a/es';
const [SYNC, AWARENESS, AUTH] = [0, 1, 2];
const [STEP1, STEP2, UPDATE] = [0, 1, 2];
const NOT_AN_UPDATE = new Uint8Array([9, 9, 9, 9]);

const auth = (name = NAME) => draftMessage(name, AUTH, 0, new Uint8Array());
const update = (payload: Uint8Array = NOT_AN_UPDATE, name = NAME) => draftMessage(name, SYNC, UPDATE, payload);

/** A gate that records its calls, to a draft that is open with the given right. */
function create(right: 'write' | 'read' | 'none', own: Partial<FrameGateOptions> = {}) {
  const events: string[] = [];
  const handled: Uint8Array[] = [];
  const gate = createFrameGate({
    rightTo: () => right,
    handle: (data) => void handled.push(data),
    refuse: (name) => void events.push(`refused ${name}`),
    close: ({ code }) => void events.push(`closed ${code}`),
    maxOpening: 3,
    ...own,
  });
  const open = (name = NAME) => {
    gate.take(auth(name));
    gate.open(name);
    handled.length = 0;
  };
  return { gate, events, handled, open };
}

test('a message to a draft that the socket has not open is dropped without a look at what it carries', () => {
  const { gate, events, handled } = create('none');
  gate.take(update());
  gate.take(draftMessage(NAME, AWARENESS, 0, NOT_AN_UPDATE));
  expect([events, handled]).toEqual([[], []]);
});

test('a draft that somebody else has open is not open to this socket', () => {
  const { gate, handled } = create('write');
  gate.take(update(Y.encodeStateAsUpdate(new Y.Doc())));
  expect(handled).toEqual([]);
});

test('what a reader writes is not read', () => {
  const { gate, events, handled, open } = create('read');
  open();
  gate.take(update());
  expect([events, handled]).toEqual([[], [update()]]);
});

test('what a reader has is read where it is short, and else refused', () => {
  const { gate, events, handled, open } = create('read');
  open();
  const short = draftMessage(NAME, SYNC, STEP2, Y.encodeStateAsUpdate(new Y.Doc()));
  gate.take(short);
  gate.take(draftMessage(NAME, SYNC, STEP2, new Uint8Array(300_000)));
  expect([events, handled]).toEqual([[`refused ${NAME}`], [short]]);
  gate.take(draftMessage(NAME, SYNC, STEP2, NOT_AN_UPDATE));
  expect(events.at(-1)).toBe('closed 1007');
});

test('what a writer sends is read to its end', () => {
  const { gate, events, handled, open } = create('write');
  open();
  const real = update(Y.encodeStateAsUpdate(new Y.Doc()));
  gate.take(real);
  gate.take(update());
  expect([events, handled]).toEqual([['closed 1007'], [real]]);
});

test('what comes while a draft is opened waits, and is judged then, in its order', () => {
  let right: 'write' | 'none' = 'none';
  const { gate, events, handled } = create('none', { rightTo: () => right });
  const messages = [1, 2].map((id) => {
    const doc = new Y.Doc();
    doc.clientID = id;
    doc.getText('title').insert(0, 'x');
    return update(Y.encodeStateAsUpdate(doc));
  });
  for (const data of [auth(), ...messages, update()]) gate.take(data);
  expect(handled).toEqual([auth()]);
  right = 'write';
  gate.open(NAME);
  expect(handled.slice(1)).toEqual(messages);
  expect(events).toEqual(['closed 1007']);
});

test('what came for a draft that the socket is not let into is forgotten', () => {
  const { gate, events, handled } = create('none');
  for (const data of [auth(), update()]) gate.take(data);
  gate.refuse(NAME);
  gate.open(NAME);
  expect([events, handled]).toEqual([[], [auth()]]);
});

test('what waits for drafts is bounded, as are the drafts', () => {
  const long = create('none');
  long.gate.take(auth());
  for (let index = 0; index < 3; index++) long.gate.take(update(new Uint8Array(500_000)));
  expect(long.events).toEqual(['closed 4205']);
  const many = create('none');
  many.gate.take(auth());
  for (let index = 0; index < 201; index++) many.gate.take(update());
  expect(many.events).toEqual(['closed 4205']);
  const drafts = create('none');
  for (let index = 0; index < 4; index++) drafts.gate.take(auth(`item/b${index}/es`));
  expect(drafts.events).toEqual(['closed 4205']);
});

test.each<[string, Uint8Array]>([
  ['a name of 201 characters', update(NOT_AN_UPDATE, 'x'.repeat(201))],
  ['a long place in a text', draftMessage(NAME, AWARENESS, 0, new Uint8Array(40_000))],
  ['a long vector', draftMessage(NAME, SYNC, STEP1, new Uint8Array(300_000))],
  ['a message that is cut off', update(new Uint8Array(50)).subarray(0, 40)],
])('%s closes the socket before anything looks closer', (_, data) => {
  const { gate, events, handled, open } = create('write');
  open();
  gate.take(data);
  expect([events, handled]).toEqual([['closed 1007'], []]);
});

test('a message costs what it makes to do', () => {
  const { gate, open } = create('read');
  open();
  expect(gate.take(draftMessage(NAME, SYNC, STEP1, new Uint8Array([0])))).toBe(128 * 1024);
  expect(gate.take(update())).toBe(1_024);
  expect(gate.take(update(new Uint8Array(9_000)))).toBeGreaterThan(9_000);
});
