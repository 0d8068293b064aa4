import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimits } from './connection-limits.ts';

export type UnreadLimits = Pick<ConnectionLimits, 'unread' | 'unreadBytes'>;

/**
 * Prepares a connection for an answer whose head is about to be written. If the request's body has not arrived whole, such as that
 * of a refused upload, the answer says `Connection: close`: neither a client nor a proxy such as nginx may then send another
 * request, which would be lost with the connection (RFC 9112, section 9.6). Once the answer has been sent, the rest of the body
 * is dropped within limits before the connection ends; otherwise the system would reset it, and the answer may be lost.
 */
export function dropUnreadBody(incoming: IncomingMessage, outgoing: ServerResponse, limits: UnreadLimits): void {
  if (incoming.readableEnded || !hasBody(incoming)) return;
  outgoing.once('finish', () => drop(incoming));
  if (incoming.complete) return;
  outgoing.shouldKeepAlive = false;
  closeAfterBody(incoming, limits);
}

/** Whether a request arrives on a connection that was said to end: what follows on it is ignored. */
export function isClosing({ socket }: IncomingMessage): boolean {
  return socket.writableEnded;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

/** Reads and forgets what is left. Those who read the body so far would hold it back. */
function drop(incoming: IncomingMessage): void {
  incoming.removeAllListeners('data');
  incoming.resume();
}

/** Node ends a connection with `destroySoon` once its last answer has been sent. */
function closeAfterBody(incoming: IncomingMessage, { unread, unreadBytes }: UnreadLimits): void {
  const { socket } = incoming;
  const endNow = socket.destroySoon;
  let isEnding = false;
  socket.destroySoon = () => {
    // Libraries call it again when they have seen enough of the body.
    if (isEnding) return;
    isEnding = true;
    if (incoming.complete || incoming.destroyed) {
      endNow.call(socket);
      return;
    }
    socket.end();
    // Node closes a connection without progress for this long; of a body that goes on, `requestTimeout` is the end.
    socket.setTimeout(unread);
    incoming.once('end', () => endNow.call(socket));
    limitBytes(incoming, socket, unreadBytes);
  };
}

function limitBytes(incoming: IncomingMessage, socket: Socket, most: number): void {
  let left = most;
  // After those who read the body so far have been removed.
  setImmediate(() =>
    incoming.on('data', (bytes: Buffer) => {
      left -= bytes.length;
      if (left < 0) socket.destroy();
    }),
  );
}
