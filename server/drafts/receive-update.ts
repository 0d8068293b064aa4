import type { Connection, Document } from '@hocuspocus/server';
import * as Y from 'yjs';
import type { Log } from '../log/log.ts';
import { CLOSE } from './close-codes.ts';
import type { DraftContext, DraftSocket } from './draft-socket.ts';
import type { OpenDraft, WriteOutcome } from './updates/open-draft.ts';

/** `messageYjsSyncStep2` and `messageYjsUpdate` of y-protocols: the messages with changes. */
const BRINGS_CHANGES = { whatYouLack: 1, change: 2 };

/** Whether a sync message of this type has changes. */
export function bringsChanges(type: number): boolean {
  return type === BRINGS_CHANGES.whatYouLack || type === BRINGS_CHANGES.change;
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

type Outcome = WriteOutcome | 'failed';

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
  /** Begins to write the change of a message that Hocuspocus is given next. */
  arrived(draft: OpenDraft, connection: Connection, payload: Uint8Array): void;
  /**
   * Waits until an update is durable. Hocuspocus then processes its message, whose changes are already applied; on a read-only
   * connection it answers that nothing was saved.
   */
  receive(draft: OpenDraft | undefined, update: ReceivedUpdate): Promise<void>;
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

  async function write(draft: OpenDraft, connection: Connection, payload: Uint8Array): Promise<Outcome> {
    const socket = socketOf(connection);
    try {
      const by = { id: socket.actor.id, name: socket.actor.name };
      const patience = isShared && isAlone(connection) ? PATIENCE : 0;
      const outcome = await draft.write(payload, { source: 'connection', connection }, by, patience);
      socket.noteUse();
      return outcome;
    } catch (error) {
      log.error({ err: error, draft: draft.key }, 'An update of a draft could not be saved; the browser keeps it');
      if (draft.isBroken) closeAll(connection.document);
      return 'failed';
    }
  }

  function takeArrived({ connection, payload }: ReceivedUpdate): Promise<Outcome> | undefined {
    const writing = arrivals.get(connection) ?? [];
    const index = writing.findIndex((arrived) => Buffer.compare(arrived.payload, payload) === 0);
    return index < 0 ? undefined : writing.splice(index, 1)[0]?.outcome;
  }

  return {
    arrived(draft, connection, payload) {
      const writing = arrivals.get(connection) ?? [];
      if (connection.readOnly || socketOf(connection).isClosed || writing.length >= MAX_AT_ONCE) return;
      arrivals.set(connection, writing);
      writing.push({ payload, outcome: write(draft, connection, payload) });
    },

    async receive(draft, update) {
      const { connection, payload } = update;
      const socket = socketOf(connection);
      const arrived = await takeArrived(update);
      if (socket.isClosed || !draft) connection.readOnly = true;
      if (connection.readOnly || !draft || (!arrived && !isNews(update))) return;
      const outcome = arrived ?? (await write(draft, connection, payload));
      if (outcome === 'saved') return;
      connection.readOnly = true;
      if (outcome === 'too-large') connection.sendStateless(JSON.stringify({ kind: 'refused', reason: outcome }));
      else socket.close(CLOSE.notSaved);
    },
  };
}

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
function isNews({ connection, type, payload }: ReceivedUpdate): boolean {
  return type === BRINGS_CHANGES.change || !Y.snapshotContainsUpdate(Y.snapshot(connection.document), payload);
}
