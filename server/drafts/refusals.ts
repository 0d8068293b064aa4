import type { Duplex } from 'node:stream';
import { STATUS_CODES } from '../http/node-http.ts';

/** Close codes of sockets; browsers reconnect after all of them. */
export const CLOSE = {
  /** The server is stopping or restarting. */
  restart: { code: 1012, reason: 'The server is restarting' },
  /** Updates could not be stored: the browser keeps them and sends them again. */
  notSaved: { code: 1013, reason: 'Not saved, try again' },
  malformed: { code: 1007, reason: 'Malformed message' },
  /** Rights have changed; they are checked again on reconnect. */
  reset: { code: 4205, reason: 'Reset Connection' },
  signedOut: { code: 4401, reason: 'Unauthorized' },
  /** Nothing came for too long. */
  idle: { code: 4408, reason: 'Connection Timeout' },
} as const;

export type Close = (typeof CLOSE)[keyof typeof CLOSE];

/** Refuses access to a draft. Has no message: it is a response, not an error to log. */
export class DraftRefused extends Error {
  readonly reason: 'permission-denied' | 'not-found' | 'too-many';
  constructor(reason: DraftRefused['reason'], options?: ErrorOptions) {
    super('', options);
    this.reason = reason;
  }
}

/** Milliseconds for a refused client to read the response and disconnect. */
const UPGRADE_GRACE = 1_000;

/** Refuses a WebSocket upgrade and closes the connection, even if the client does not. */
export function refuseUpgrade(socket: Duplex, status: 401 | 403 | 429 | 503): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  // Incoming data is read and discarded; otherwise the end of the connection would go unnoticed.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), UPGRADE_GRACE);
  socket.once('end', () => socket.destroy());
  socket.once('close', () => clearTimeout(timer));
}
