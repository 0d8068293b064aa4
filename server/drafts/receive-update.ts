import { setTimeout as wait } from 'node:timers/promises';
import type { Connection, Document } from '@hocuspocus/server';
import * as Y from 'yjs';
import type { Log } from '../log/log.ts';
import { CLOSE } from './close-codes.ts';
import type { DraftContext, DraftSocket } from './draft-socket.ts';
import type { JudgedOutcome, JudgedWrites } from './updates/judged-writes.ts';
import type { OpenDraft } from './updates/open-draft.ts';

/** `messageYjsSyncStep2` and `messageYjsUpdate` of y-protocols: the messages with changes. */
const BRINGS_CHANGES = { whatYouLack: 1, change: 2 };

/** Whether a sync message of this type has changes. */
export function bringsChanges(type: number): boolean {
  return type === BRINGS_CHANGES.whatYouLack || type === BRINGS_CHANGES.change;
}

/** A draft that browsers write to. */
export interface ReceivingDraft {
  draft: OpenDraft;
  writes: JudgedWrites;
}

export interface ReceivedUpdate {
  connection: Connection;
  type: number;
  payload: Uint8Array;
}

/**
 * Milliseconds that updates of somebody who writes alone may wait, where writes are counted: nobody else sees them later.
 * Source: Meki's own, from the budget of 60 writes for a minute of typing.
 */
const PATIENCE = 3_000;

/** Maximum updates of a connection that are written at once; later ones are written in turn. */
const MAX_AT_ONCE = 500;

/** Milliseconds in which a browser compares its draft with the server's after it connected. */
const COMPARING = 20_000;

type Outcome = JudgedOutcome | 'failed';

/** A change that arrived and is being written. */
interface ArrivedChange {
  payload: Uint8Array;
  outcome: Promise<Outcome>;
}

/**
 * Makes the updates of browsers durable before anyone else gets them. Hocuspocus handles the messages of a connection one after
 * the other, so that each change is written as soon as it arrives: those that come one after the other can share a write.
 */
export interface UpdateReceiver {
  /**
   * Begins to write the change of a message that Hocuspocus is given next.
   * @param isAnswer whether the browser sends what the server lacks
   */
  arrived(draft: ReceivingDraft, connection: Connection, payload: Uint8Array, isAnswer: boolean): void;
  /**
   * Waits until an update is durable. Hocuspocus then processes its message, whose changes are already applied; on a read-only
   * connection it answers that nothing was saved.
   */
  receive(draft: ReceivingDraft | undefined, update: ReceivedUpdate): Promise<void>;
}

/** @param options.isShared whether other instances of the server have the same drafts open, and writes are counted */
export function createUpdateReceiver({
  log,
  isShared = false,
}: {
  log: Pick<Log, 'error'>;
  isShared?: boolean | undefined;
}): UpdateReceiver {
  const arrivals = new WeakMap<Connection, ArrivedChange[]>();
  const comparisons = new WeakMap<Connection, Comparison>();

  function comparisonOf(connection: Connection): Comparison {
    const comparison = comparisons.get(connection) ?? { isOver: false, over: Promise.withResolvers<void>() };
    comparisons.set(connection, comparison);
    return comparison;
  }

  async function write(
    { draft, writes }: ReceivingDraft,
    connection: Connection,
    payload: Uint8Array,
  ): Promise<Outcome> {
    const socket = socketOf(connection);
    try {
      const by = { id: socket.actor.id, name: socket.actor.name };
      const patience = isShared && isAlone(connection) ? PATIENCE : 0;
      const outcome = await writes.write(payload, { source: 'connection', connection }, by, patience);
      socket.noteUse();
      return outcome;
    } catch (error) {
      log.error({ err: error, draft: draft.key }, 'An update of a draft could not be saved; the browser keeps it');
      if (draft.isBroken) closeAll(connection.document);
      return 'failed';
    }
  }

  /**
   * A browser sends what is typed right after it connected before the server has what was written offline: that comes with its
   * answer to what the server has, and the typed words are part of it.
   */
  async function writeChange(draft: ReceivingDraft, connection: Connection, payload: Uint8Array): Promise<Outcome> {
    const outcome = await write(draft, connection, payload);
    const comparison = comparisonOf(connection);
    if (outcome !== 'incomplete' || comparison.isOver) return outcome;
    await Promise.race([comparison.over.promise, wait(COMPARING, undefined, { ref: false })]);
    return write(draft, connection, payload);
  }

  async function writeAnswer(draft: ReceivingDraft, connection: Connection, payload: Uint8Array): Promise<Outcome> {
    const comparison = comparisonOf(connection);
    try {
      return isNews(connection, payload) ? await write(draft, connection, payload) : 'saved';
    } finally {
      comparison.isOver = true;
      comparison.over.resolve();
    }
  }

  function takeArrived({ connection, payload }: ReceivedUpdate): Promise<Outcome> | undefined {
    const writing = arrivals.get(connection) ?? [];
    const index = writing.findIndex((arrived) => Buffer.compare(arrived.payload, payload) === 0);
    return index < 0 ? undefined : writing.splice(index, 1)[0]?.outcome;
  }

  return {
    arrived(draft, connection, payload, isAnswer) {
      const writing = arrivals.get(connection) ?? [];
      if (connection.readOnly || socketOf(connection).isClosed || writing.length >= MAX_AT_ONCE) return;
      arrivals.set(connection, writing);
      const begin = isAnswer ? writeAnswer : writeChange;
      writing.push({ payload, outcome: begin(draft, connection, payload) });
    },

    async receive(draft, update) {
      const { connection, type, payload } = update;
      const socket = socketOf(connection);
      const arrived = await takeArrived(update);
      if (socket.isClosed || !draft) connection.readOnly = true;
      if (connection.readOnly || !draft) return;
      const isAnswer = type === BRINGS_CHANGES.whatYouLack;
      const outcome = arrived ?? (await (isAnswer ? writeAnswer : writeChange)(draft, connection, payload));
      if (outcome === 'saved') return;
      connection.readOnly = true;
      // A browser that lacks what it wrote itself would say the same after each new connection.
      if (outcome === 'too-large' || outcome === 'too-costly' || (outcome === 'incomplete' && isAnswer)) {
        socket.spend(REFUSAL);
        connection.sendStateless(JSON.stringify({ kind: 'refused', reason: outcome }));
      } else socket.close(CLOSE_AFTER[outcome] ?? CLOSE.notSaved);
    },
  };
}

/** Whether a browser has told since it connected what the server lacks. */
interface Comparison {
  isOver: boolean;
  over: PromiseWithResolvers<void>;
}

/** How a socket ends after an update. Browsers compare again when they reconnect, and send what the server lacks. */
const CLOSE_AFTER: { [outcome in Outcome]?: (typeof CLOSE)[keyof typeof CLOSE] } = {
  incomplete: CLOSE.reset,
  unreadable: CLOSE.malformed,
};

/** What a refused update takes of a person's budget, in bytes: trying it may have taken two seconds of another thread. */
const REFUSAL = 512 * 1024;

function socketOf(connection: Connection): DraftSocket {
  return (connection.context as DraftContext).socket;
}

/** Whether nobody else has the draft open, here or at another instance. */
function isAlone(connection: Connection): boolean {
  const { document } = connection;
  if (document.getConnectionsCount() > 1) return false;
  const own = document.getClients(connection);
  return document.awareness
    .getStates()
    .keys()
    .every((client) => own.has(client));
}

/** Closes the sockets of all clients of a draft, so that they reconnect. */
export function closeAll(document: Document): void {
  for (const connection of document.getConnections()) connection.context.socket.close(CLOSE.reset);
}

/** On every connection, browsers send all of their deletions, which are mostly known. */
function isNews(connection: Connection, payload: Uint8Array): boolean {
  return !Y.snapshotContainsUpdate(Y.snapshot(connection.document), payload);
}
