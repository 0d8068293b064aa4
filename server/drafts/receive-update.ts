import type { Connection, Document } from '@hocuspocus/server';
import * as Y from 'yjs';
import type { Log } from '../log/log.ts';
import { CLOSE } from './close-codes.ts';
import type { DraftSocket } from './draft-socket.ts';
import type { OpenDraft, WriteOutcome } from './updates/open-draft.ts';

/** `messageYjsSyncStep2` and `messageYjsUpdate` of y-protocols: the messages with changes. */
const BRINGS_CHANGES = { whatYouLack: 1, change: 2 };

/** Whether a sync message of this type has changes. */
export function bringsChanges(type: number): boolean {
  return type === BRINGS_CHANGES.whatYouLack || type === BRINGS_CHANGES.change;
}

export interface ReceivedUpdate {
  connection: Connection;
  document: Document;
  type: number;
  payload: Uint8Array;
}

/**
 * Milliseconds that updates of somebody who writes alone may wait, where writes are counted: nobody else sees them later.
 * Source: Meki's own, from the budget of 60 writes for a minute of typing.
 */
const PATIENCE = 2_000;

/**
 * Makes a browser's update durable before anyone else gets it. Hocuspocus then processes the same message, whose changes are
 * already applied; on a read-only connection it answers that nothing was saved.
 */
export async function receiveUpdate(
  draft: OpenDraft | undefined,
  { connection, document, type, payload }: ReceivedUpdate,
  { log, isShared = false }: { log: Pick<Log, 'error'>; isShared?: boolean | undefined },
): Promise<void> {
  const { socket } = connection.context as { socket: DraftSocket };
  if (socket.isClosed || !draft) connection.readOnly = true;
  if (connection.readOnly || !draft || !isNews(document, type, payload)) return;
  let outcome: WriteOutcome | 'failed';
  try {
    const by = { id: socket.actor.id, name: socket.actor.name };
    const patience = isShared && document.getConnectionsCount() === 1 ? PATIENCE : 0;
    outcome = await draft.write(payload, { source: 'connection', connection }, by, patience);
    socket.noteUse();
  } catch (error) {
    log.error({ err: error, draft: draft.key }, 'An update of a draft could not be saved; the browser keeps it');
    outcome = 'failed';
    if (draft.isBroken) closeAll(document);
  }
  if (outcome === 'saved') return;
  connection.readOnly = true;
  if (outcome === 'too-large') connection.sendStateless(JSON.stringify({ kind: 'refused', reason: outcome }));
  else socket.close(CLOSE.notSaved);
}

/** Closes the sockets of all clients of a draft, so that they reconnect. */
export function closeAll(document: Document): void {
  for (const connection of document.getConnections()) connection.context.socket.close(CLOSE.reset);
}

/** On every connection, browsers send all of their deletions, which are mostly known. */
function isNews(document: Document, type: number, payload: Uint8Array): boolean {
  if (type === BRINGS_CHANGES.change) return true;
  return !Y.snapshotContainsUpdate(Y.snapshot(document), payload);
}
