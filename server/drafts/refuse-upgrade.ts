import type { Duplex } from 'node:stream';
import { STATUS_CODES } from '../http/node-http.ts';

/** Milliseconds for a refused client to read the response and disconnect. */
const GRACE = 1_000;

/** Refuses a WebSocket upgrade and closes the connection, even if the client does not. */
export function refuseUpgrade(socket: Duplex, status: 401 | 403 | 429 | 503): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  // Incoming data is read and discarded; otherwise the end of the connection would go unnoticed.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), GRACE);
  socket.once('end', () => socket.destroy());
  socket.once('close', () => clearTimeout(timer));
}
