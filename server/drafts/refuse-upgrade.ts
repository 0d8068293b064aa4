import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Answers who asks for a socket that there is none for them. */
export function refuseUpgrade(socket: Duplex, status: 401 | 403 | 404 | 429 | 503): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
