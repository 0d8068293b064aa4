import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { RateLimitedLog } from '../log/rate-limited-log.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { createConnectionShare } from './connection-share.ts';

/** Milliseconds between looks at slow clients, and between times when idle connections give way. */
const INTERVAL = 1_000;

/** How full of connections a server is when those that are idle give way to new ones. */
const CROWDED = 0.9;

/** All connections of a server: also those that became WebSockets, which Node's own list leaves out. */
const openSockets = new WeakMap<Server, Set<Socket>>();

/** Keeps the connections of a server within their limits, and lets `closeServer` find them. */
export function watchSockets(
  server: Server,
  limits: Pick<ConnectionLimits, 'connections' | 'connectionsOfOne' | 'stall' | 'unsentBytes'>,
  refusals: RateLimitedLog,
): void {
  const sockets = new Set<Socket>();
  const share = createConnectionShare(limits.connectionsOfOne);
  let lastEviction = Number.NEGATIVE_INFINITY;
  openSockets.set(server, sockets);
  server.maxConnections = limits.connections;

  server.on('connection', (socket: Socket) => {
    const release = share.take(socket.remoteAddress);
    if (!release) {
      refusals.warn('connections-of-one', 'A network address has too many connections; new ones are closed');
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      release();
    });
    const now = performance.now();
    if (sockets.size < limits.connections * CROWDED || now - lastEviction < INTERVAL) return;
    lastEviction = now;
    for (const other of sockets) if (isKeptAlive(server, other)) other.destroy();
  });
  server.on('drop', () => refusals.warn('connections', 'There are too many connections; new ones are closed'));

  const timer = setInterval(() => {
    watchSlowClients(sockets, limits.stall);
    if (cutHoarders(sockets, limits.unsentBytes)) {
      refusals.warn('unsent-bytes', 'Too many bytes waited for slow clients; those with the most were cut');
    }
  }, INTERVAL);
  timer.unref();
  server.on('close', () => clearInterval(timer));
}

/**
 * Gives connections with unsent bytes a time limit without progress, at which Node closes them. With the answer, Node
 * takes the limit off again. A limit on all connections, `server.timeout`, would cost every request a timer.
 */
function watchSlowClients(sockets: ReadonlySet<Socket>, stall: number): void {
  for (const socket of sockets) if (socket.writableLength > 0 && socket.timeout !== stall) socket.setTimeout(stall);
}

/**
 * Whether a connection has had its answer and sends nothing: Node gives such a socket another time limit. Its own list of idle
 * connections also has those that have only just been opened.
 */
function isKeptAlive(server: Server, socket: Socket): boolean {
  return socket.timeout === server.keepAliveTimeout + server.keepAliveTimeoutBuffer;
}

/** Cuts the connections with the most unsent bytes until half of the limit is left. @returns whether it cut any */
function cutHoarders(sockets: ReadonlySet<Socket>, limit: number): boolean {
  let unsent = 0;
  for (const { writableLength } of sockets) unsent += writableLength;
  if (unsent <= limit) return false;
  for (const socket of [...sockets].sort((a, b) => b.writableLength - a.writableLength)) {
    if (unsent <= limit / 2) break;
    unsent -= socket.writableLength;
    socket.destroy();
  }
  return true;
}

/** Milliseconds between looks for connections that have become idle. */
const IDLE_CHECK = 50;

/** Takes no more connections, lets requests in flight end, and cuts what is left after `grace` milliseconds. */
export function closeServer(server: Server, grace: number): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK);
    const cut = setTimeout(() => {
      for (const socket of openSockets.get(server) ?? []) socket.destroy();
    }, grace);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
