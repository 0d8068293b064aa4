import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { networkOf } from '#core/accounts/network-of.ts';
import type { RateLimitedLog } from '../log/rate-limited-log.ts';
import type { ConnectionLimits } from './connection-limits.ts';

/** Interval in milliseconds for checking slow clients, and for closing idle connections when crowded. */
const INTERVAL = 1_000;

/** Share of the maximum connections above which idle ones are closed to admit new ones. */
const CROWDED = 0.9;

/** Whole IPv4 addresses; in IPv6, the usual prefix of one customer. */
const BITS = { v4: 32, v6: 64 } as const;

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/i;

/** Counts connections per network address. */
interface ConnectionShare {
  /** @returns a function to call when the connection ends; `undefined` if the address has reached its limit */
  take(address: string | undefined): (() => void) | undefined;
}

/** @param limit connections per address. Loopback has no limit: it is where a proxy or an operator connects from. */
export function createConnectionShare(limit: number): ConnectionShare {
  const counts = new Map<string, number>();
  return {
    take(address) {
      if (address === undefined || LOOPBACK.test(address)) return () => {};
      const network = networkOf(address, BITS) ?? address;
      const count = counts.get(network) ?? 0;
      if (count >= limit) return undefined;
      counts.set(network, count + 1);
      return () => {
        const left = (counts.get(network) ?? 1) - 1;
        if (left === 0) counts.delete(network);
        else counts.set(network, left);
      };
    },
  };
}

/**
 * Stops listening, answers requests in flight and those that were on their way on open connections, and closes remaining connections
 * after `grace` milliseconds.
 */
export type CloseServer = (grace: number) => Promise<void>;

/** Enforces the connection limits of a server. @returns a function that closes it */
export function watchSockets(
  server: Server,
  limits: Pick<ConnectionLimits, 'connections' | 'connectionsOfOne' | 'stall' | 'unsentBytes'>,
  refusals: RateLimitedLog,
): CloseServer {
  // Includes those upgraded to WebSockets, which Node's own list omits.
  const sockets = new Set<Socket>();
  const share = createConnectionShare(limits.connectionsOfOne);
  let lastEviction = Number.NEGATIVE_INFINITY;
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
  return (grace) => closeServer(server, sockets, grace);
}

/**
 * Sets a timeout without progress on connections with unsent bytes, after which Node closes them. Node removes it when the
 * response is complete. A timeout on all connections, `server.timeout`, would cost every request a timer.
 */
function watchSlowClients(sockets: ReadonlySet<Socket>, stall: number): void {
  for (const socket of sockets) if (socket.writableLength > 0 && socket.timeout !== stall) socket.setTimeout(stall);
}

/**
 * Whether a connection is idle after a response: Node gives such a socket its keep-alive timeout. Node's own list of idle
 * connections also includes newly opened ones.
 */
function isKeptAlive(server: Server, socket: Socket): boolean {
  return socket.timeout === server.keepAliveTimeout + server.keepAliveTimeoutBuffer;
}

/** Closes the connections with the most unsent bytes until half of the limit is left. @returns whether it closed any */
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

/** Polling interval for connections that have become idle, in milliseconds. */
const IDLE_CHECK = 50;

/** Milliseconds in which a request arrives that was sent before its client could know of the end. Source: Meki's own. */
const LAST_REQUESTS = 250;

function closeServer(server: Server, sockets: ReadonlySet<Socket>, grace: number): Promise<void> {
  return new Promise((resolve) => {
    let idle: NodeJS.Timeout | undefined;
    const last = setTimeout(
      () => {
        server.closeIdleConnections();
        idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK);
      },
      Math.min(grace, LAST_REQUESTS),
    );
    const cut = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, grace);
    // That of the HTTP server would close idle connections at once, with requests that are on their way.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(last);
      clearInterval(idle);
      clearTimeout(cut);
      server.close();
      resolve();
    });
  });
}
