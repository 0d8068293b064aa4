import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RateLimitedLog } from '../log/rate-limited-log.ts';
import { StartFailure, systemReason } from '../process/start-failure.ts';
import type { Arrivals } from './arrivals.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts';
import { watchSockets } from './open-sockets.ts';

/** Milliseconds for a request's headers, for all of it, and for the next one on the same connection. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 };

/** Milliseconds between looks at the first two. */
const TIMEOUT_CHECK = 5_000;

/** Who opens WebSockets. */
export interface UpgradeHandler {
  /** Whether it knows the protocol that a request asks for, at that path. */
  accepts(request: IncomingMessage): boolean;
  /** Answers such a request on its bare socket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface HttpServerOptions {
  /** Without it, no request is upgraded. */
  sockets?: UpgradeHandler;
  /** Other limits than those for production. */
  limits?: Partial<ConnectionLimits>;
  /** Milliseconds, other than those for production. */
  timeouts?: Partial<typeof TIMEOUTS & { connectionsCheckingInterval: number }>;
  /** Told of each connection. */
  arrivals?: Pick<Arrivals, 'note'>;
  /** Told of what is refused. */
  refusals?: RateLimitedLog;
}

/**
 * The HTTP server, not listening yet. An `Upgrade` that nobody knows is ignored, and the request answered as any other
 * (RFC 9110, section 7.8).
 */
export function createHttpServer(listener: RequestListener, options: HttpServerOptions = {}): Server {
  const { sockets, arrivals, refusals = { warn() {} } } = options;
  const limits = { ...CONNECTION_LIMITS, ...options.limits };
  const server = createServer(
    {
      ...TIMEOUTS,
      connectionsCheckingInterval: TIMEOUT_CHECK,
      ...options.timeouts,
      shouldUpgradeCallback(request) {
        if (sockets?.accepts(request)) return true;
        closeAfterAnswer(server, request);
        return false;
      },
    },
    listener,
  );
  watchSockets(server, limits, refusals);
  server.on('connection', () => arrivals?.note());
  server.on('upgrade', (request, socket, head) => {
    // Node hands the socket over bare: an error on it that nobody hears would end the process.
    socket.on('error', () => socket.destroy());
    sockets?.upgrade(request, socket, head);
  });
  return server;
}

/** Node drops what follows an ignored `Upgrade` in the same packet, so that the connection cannot be used any longer. */
function closeAfterAnswer(server: Server, request: IncomingMessage): void {
  server.prependOnceListener('request', (incoming, outgoing) => {
    if (incoming === request) outgoing.shouldKeepAlive = false;
  });
}

/**
 * Connections that the system holds until they are accepted, where it lets a program have as many. Beyond them, it takes no
 * notice of who connects, and they try again after a second.
 */
const BACKLOG = 4_096;

/** @returns the port, which the system chooses for 0. @throws {StartFailure} when the address cannot be had. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartFailure(listenProblem(error, port, host), { cause: error })),
    );
    server.listen({ port, host, backlog: BACKLOG }, () => resolve((server.address() as AddressInfo).port));
  });
}

function listenProblem(error: NodeJS.ErrnoException, port: number, host: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use. Stop what uses it, or set PORT to another one.`;
    case 'EACCES':
      return `Port ${port} may not be used by this account. Set PORT to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is not an address of this machine.`;
    default:
      return `The server cannot listen on ${host} port ${port}: ${systemReason(error)}.`;
  }
}
