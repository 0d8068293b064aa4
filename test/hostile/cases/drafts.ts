import { expect } from 'vitest';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import siteConfig from '#site-config';
import { createServices } from '../../../server/services/services.ts';
import {
  atBeginning,
  manyClients,
  oneClientAtOnePlace,
  withJson,
  withoutPredecessor,
} from '../../helpers/drafts/costly-updates.ts';
import { openDraft } from '../../helpers/drafts/draft-client.ts';
import type { HostileCase, Scene } from '../harness/hostile-case.ts';
import type { HostileSite } from '../harness/prepare-site.ts';
import { waitUntil } from '../harness/wait-until.ts';

/** Message types, see `core/drafts/draft-frames.ts`. */
const SYNC = 0;
const AWARENESS = 1;
const UPDATE = 2;

function varUint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varUint(Math.floor(value / 128))];
}

function text(value: string): number[] {
  const bytes = Buffer.from(value);
  return [...varUint(bytes.length), ...bytes];
}

/** A message for a draft with a length-prefixed payload. */
function frame(draft: string, kinds: number[], payload: Uint8Array): Buffer<ArrayBuffer> {
  return Buffer.concat([Buffer.from([...text(draft), ...kinds, ...varUint(payload.length)]), payload]);
}

/** An update of 1.5 MB with as many small structs as possible. */
function largeUpdate(): Uint8Array {
  const doc = new Y.Doc();
  const words = doc.getMap('words');
  doc.transact(() => {
    for (let index = 0; index < 50_000; index++) words.set(`word-${index}`, index);
  });
  return Y.encodeStateAsUpdate(doc);
}

function openSocket({ victim, site }: Scene, cookie: string): WebSocket {
  const socket = new WebSocket(`ws://localhost:${victim.port}/admin/drafts`, {
    headers: { Origin: site.origin, Cookie: cookie },
  });
  socket.on('error', () => {});
  return socket;
}

/** How long an attacker sends, in milliseconds: the server throttles senders. */
const SENDING = 1_500;

/** Sends frames until all are sent, the socket is closed, or the time is over. */
async function sendAll(socket: WebSocket, frames: Buffer[]): Promise<void> {
  await waitUntil('the socket is open', () => socket.readyState === WebSocket.OPEN);
  for (const bytes of frames) if (socket.readyState === WebSocket.OPEN) socket.send(bytes);
  await untilTaken([socket]);
}

type Sender = { readonly readyState: number; readonly bufferedAmount: number } | undefined;

async function untilTaken(sockets: readonly Sender[]): Promise<void> {
  const isTaken = (socket: Sender) => socket?.readyState !== WebSocket.OPEN || socket.bufferedAmount === 0;
  await waitUntil('all is taken or refused', () => sockets.every(isTaken), SENDING).catch(() => {});
}

/** The draft is unchanged, and people with the right can still write it. */
async function expectWritable({ victim, site }: Scene): Promise<void> {
  const client = openDraft(`item/${site.draft}/es`, { address: site.origin, cookie: site.cookies.editor });
  try {
    await waitUntil('the draft is loaded', () => client.draft.isSynced, REFUSING);
    client.doc.getText('title').insert(0, 'x');
    await waitUntil('what was written is saved', () => client.isSaved(), REFUSING);
    expect([...client.doc.getMap('words').keys()]).toEqual([]);
  } finally {
    client.end();
  }
  expect(victim.hasEnded).toBe(false);
}

const largeFrames: HostileCase = [
  '136 frames of 1.5 MB of a viewer, and more of an author at the draft of another',
  async (scene) => {
    const update = largeUpdate();
    const name = `item/${scene.site.draft}/es`;
    const uninvited = openSocket(scene, scene.site.cookies.viewer);
    const bytes = frame(name, [SYNC, UPDATE], update);
    await sendAll(
      uninvited,
      Array.from({ length: 136 }, () => bytes),
    );
    uninvited.terminate();
    const author = openDraft(name, { address: scene.site.origin, cookie: scene.site.cookies.author });
    await waitUntil('the author is answered', () => author.answers.length > 0);
    const socket = author.connection.socket;
    for (let index = 0; index < 40 && socket?.readyState === WebSocket.OPEN; index++) socket.send(bytes);
    await untilTaken([socket]);
    author.end();
    await expectWritable(scene);
  },
];

const brokenFrames: HostileCase = [
  'broken frames of many kinds, 200 sockets of one person, and 2,000 small frames on each',
  async (scene) => {
    const name = `item/${scene.site.draft}/es`;
    const many = Buffer.from([...varUint(2 ** 31 - 1), ...Array.from({ length: 1_000 }, () => 0)]);
    const frames = [
      Buffer.alloc(0),
      Buffer.alloc(1_000_000, 0xff),
      frame(name, [SYNC, UPDATE], Buffer.alloc(1_900_000, 0xff)),
      frame(name, [SYNC, UPDATE], many),
      frame(name, [SYNC, 0], many),
      frame(name, [AWARENESS], many),
      frame(name, [AWARENESS], Buffer.from([1, 1, 1, ...text('['.repeat(100_000))])),
      frame('x'.repeat(100_000), [SYNC, UPDATE], many),
      frame(name, [99], many),
      Buffer.alloc(3 * 1024 * 1024),
      // The engine's parser ends the process after some of these.
      ...Array.from({ length: 4 }, () => withJson(`${'[1,'.repeat(30_000)}1`))
        .flat()
        .map((deep) => frame(name, [SYNC, 1], deep)),
    ];
    for (const cookie of [scene.site.cookies.viewer, scene.site.cookies.editor]) {
      const sockets = frames.map(() => openSocket(scene, cookie));
      await Promise.all(sockets.map((socket, index) => sendAll(socket, [frames[index] ?? Buffer.alloc(0)])));
      for (const socket of sockets) socket.terminate();
    }
    const sockets = Array.from({ length: 200 }, () => openSocket(scene, scene.site.cookies.viewer));
    await waitUntil('each is open or refused', () =>
      sockets.every(({ readyState }) => readyState !== WebSocket.CONNECTING),
    );
    const bytes = frame(`item/${scene.site.draft}/none`, [SYNC, 0], Buffer.from([0]));
    for (let round = 0; round < 2_000; round++) {
      for (const socket of sockets) if (socket.readyState === WebSocket.OPEN) socket.send(bytes);
    }
    await untilTaken(sockets);
    for (const socket of sockets) socket.terminate();
    await expectWritable(scene);
  },
];

/** Sends updates of an editor on a connection of its own. */
async function sendUntilRefused({ site }: Scene, updates: readonly Uint8Array[]): Promise<void> {
  const name = `item/${site.draft}/es`;
  const client = openDraft(name, { address: site.origin, cookie: site.cookies.editor });
  try {
    let isRefused = false;
    client.draft.on('refused', () => {
      isRefused = true;
    });
    await waitUntil('the draft is loaded', () => client.draft.isSynced, REFUSING);
    const socket = client.connection.socket;
    for (const update of updates) socket?.send(frame(name, [SYNC, UPDATE], update));
    await waitUntil('the updates are refused', () => isRefused || client.closeCodes.length > 0, REFUSING);
  } finally {
    client.end();
  }
}

/** How long the server may try updates, in milliseconds: they wait for each other. */
const REFUSING = 120_000;

/** A legal draft of 2 MB, and many small messages that ask for all of it. */
async function askForAll(scene: Scene): Promise<void> {
  const { site } = scene;
  const name = `item/${site.costly}/es`;
  const author = openDraft(name, { address: site.origin, cookie: site.cookies.editor });
  // A translator into English may only read the Spanish one.
  const readers = Array.from({ length: 6 }, () =>
    openDraft(name, { address: site.origin, cookie: site.cookies.translator }),
  );
  try {
    await waitUntil('the draft is loaded', () => author.draft.isSynced, REFUSING);
    author.doc.getText('long').insert(0, 'Palabra por palabra. '.repeat(70_000));
    await waitUntil('it is saved', () => author.isSaved(), REFUSING);
    await waitUntil('the readers have the draft', () => readers.every(({ draft }) => draft.isSynced), REFUSING);
    expect(readers.map(({ answers }) => answers.at(-1))).toEqual(readers.map(() => 'read'));
    const sockets = readers.map(({ connection }) => connection.socket);
    for (const socket of sockets) {
      for (let index = 0; index < 40; index += 1) socket?.send(frame(name, [SYNC, 0], Buffer.from([0])));
    }
    await untilTaken(sockets);
  } finally {
    for (const client of [author, ...readers]) client.end();
  }
}

const costlyUpdates: HostileCase = [
  '20 updates that take seconds to apply, 200 that follow nothing, and 240 questions for all of a long draft',
  async (scene) => {
    const pending = Array.from({ length: 200 }, (_, index) => withoutPredecessor(index + 1));
    const crowds = Array.from({ length: 18 }, (_, index) => [
      manyClients(1 + index * 20_000, 10_000),
      manyClients(10_001 + index * 20_000, 10_000),
    ]);
    const wedges = [oneClientAtOnePlace(800_000, 8_000), oneClientAtOnePlace(900_000, 8_000)];
    await Promise.all([pending, ...crowds, ...wedges].map((updates) => sendUntilRefused(scene, updates)));
    await askForAll(scene);
    await expectWritable(scene);
  },
];

const smallUpdates: HostileCase = [
  '2,000 small updates at the beginning of a text that was typed backwards, on four connections',
  async (scene) => {
    const { site } = scene;
    const name = `item/${site.costly}/en`;
    const open = () => openDraft(name, { address: site.origin, cookie: site.cookies.editor });
    const author = open();
    const others = Array.from({ length: 4 }, open);
    try {
      await waitUntil('the draft is loaded', () => author.draft.isSynced, REFUSING);
      author.doc.transact(() => {
        for (let index = 0; index < 19_000; index++) author.doc.getText('backwards').insert(0, 'a');
      });
      await waitUntil('it is saved', () => author.isSaved(), REFUSING);
      await waitUntil('the others have it', () => others.every(({ draft }) => draft.isSynced), REFUSING);
      for (const [index, { connection }] of others.entries()) {
        const { socket } = connection;
        for (let clock = 0; clock < 500; clock++) {
          socket?.send(frame(name, [SYNC, UPDATE], atBeginning('backwards', 4_000_000_000 + index, clock)));
        }
      }
      await waitUntil(
        'they are to be sent again',
        () => others.every(({ closeCodes }) => closeCodes.length > 0),
        REFUSING,
      );
    } finally {
      for (const client of [author, ...others]) client.end();
    }
    await expectWritable(scene);
  },
];

/** A presence state of a client. */
function presenceFrame(draft: string, client: number, clock: number): Buffer<ArrayBuffer> {
  const state = [...varUint(client), ...varUint(clock), ...text(JSON.stringify({ place: `place ${clock}` }))];
  return frame(draft, [AWARENESS], Buffer.from([1, ...state]));
}

const presences: HostileCase = [
  '30,000 presence states on 20 sockets of one person, in as few packets as possible',
  async (scene) => {
    const name = `item/${scene.site.draft}/es`;
    const open = () => openDraft(name, { address: scene.site.origin, cookie: scene.site.cookies.editor });
    const [witness, ...clients] = [open(), ...Array.from({ length: 20 }, open)] as const;
    try {
      await waitUntil('all have the draft', () => clients.every(({ draft }) => draft.isSynced));
      const sockets = clients.map(({ connection }) => connection.socket);
      for (const [index, socket] of sockets.entries()) {
        for (let clock = 1; clock <= 1_500; clock++) socket?.send(presenceFrame(name, 1_000 + index, clock));
      }
      await untilTaken(sockets);
      const shown = () => [...(witness.draft.awareness.getStates().keys() ?? [])];
      await waitUntil('others see where they are', () => sockets.every((_, index) => shown().includes(1_000 + index)));
    } finally {
      for (const client of [witness, ...clients]) client.end();
    }
    await expectWritable(scene);
  },
];

/** As a former version stored them: one that the server loads at its start, and one that it loads when somebody opens it. */
export async function storeCostlyDrafts({ dataDir, draft, costly }: HostileSite): Promise<void> {
  const services = await createServices({ dataDir }, siteConfig, { warn: () => {} });
  try {
    for (const id of [draft, costly]) {
      const name = `item/${id}/es`;
      let position = 0;
      for (const update of oneClientAtOnePlace(1, 12_000)) position = await services.draftLog.append(name, update);
      if (id === costly) await services.draftLog.settle(name, position);
    }
  } finally {
    await services.close();
  }
}

export const storedCostlyDrafts: HostileCase = [
  'drafts that take a minute to load, opened after a restart',
  async (scene) => {
    const { site, victim } = scene;
    const opened = openDraft(`item/${site.costly}/es`, { address: site.origin, cookie: site.cookies.editor });
    await waitUntil('its last snapshot stands in', () => opened.draft.isSynced, REFUSING);
    expect(opened.doc.getText('title').toString()).toBe('Un borrador sitiado');
    opened.end();
    await expectWritable(scene);
    await waitUntil('both are set aside', () => victim.lines.filter((line) => line.includes('set aside')).length === 2);
  },
];

export const DRAFTS: HostileCase[] = [largeFrames, brokenFrames];

/** The presence states come last: they use up the budget of their person, who would wait in the other cases. */
export const COSTLY_DRAFTS: HostileCase[] = [costlyUpdates, smallUpdates, presences];
