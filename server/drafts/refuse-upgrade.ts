import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Milliseconds for somebody who was refused to take the answer and go. */
const GRACE = 1_000;

/** Answers a request for a WebSocket that is not let in, and closes the connection, whether or not the client does. */
export function refuseUpgrade(socket: Duplex, status: 401 | 403 | 429 | 503): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  // What it still sends is read and thrown away: else its end would not be noticed, nor the answer arrive.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), GRACE);
  socket.once('end', () => socket.destroy());
  socket.once('close', () => clearTimeout(timer));
}
