import type {
  IncomingMessage,
  OutgoingHttpHeader,
  OutgoingHttpHeaders,
  RequestListener,
  Server,
  ServerResponse,
} from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RateLimitedLog } from '../log/rate-limited-log.ts';
import { StartFailure, systemReason } from '../process/start-failure.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts';
import { createServer, ServerResponse as NodeResponse } from './node-http.ts';
import { type CloseServer, watchSockets } from './open-sockets.ts';
import type { Arrivals } from './work-queue.ts';

/** Timeouts in milliseconds: for a request's headers, for the whole request, and for the next one on the same connection. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 };

/** Interval in milliseconds for checking the first two. */
const TIMEOUT_CHECK = 5_000;

/** Handles WebSocket upgrades. */
export interface UpgradeHandler {
  /** Whether it supports the requested protocol at that path. */
  accepts(request: IncomingMessage): boolean;
  /** Handles such a request on its raw socket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface HttpServerOptions {
  /** Without it, no request is upgraded. */
  sockets?: UpgradeHandler;
  /** Overrides of the production limits. */
  limits?: Partial<ConnectionLimits>;
  /** Overrides of the production timeouts, in milliseconds. */
  timeouts?: Partial<typeof TIMEOUTS & { connectionsCheckingInterval: number }>;
  /** Notified of each connection. */
  arrivals?: Pick<Arrivals, 'note'>;
  /** Logs refusals. */
  refusals?: RateLimitedLog;
}

/** An HTTP server with the function that closes it. */
export interface HttpServer {
  server: Server;
  close: CloseServer;
}

/**
 * Creates the HTTP server, not listening yet. An unsupported `Upgrade` is ignored, and the request is answered normally (RFC
 * 9110, section 7.8).
 */
export function createHttpServer(listener: RequestListener, options: HttpServerOptions = {}): HttpServer {
  const { sockets, arrivals, refusals = { warn() {} } } = options;
  const limits = { ...CONNECTION_LIMITS, ...options.limits };
  let isEnding = false;
  const server = createServer(
    {
      ...TIMEOUTS,
      connectionsCheckingInterval: TIMEOUT_CHECK,
      ...options.timeouts,
      ServerResponse: createResponseClass(limits, () => isEnding),
      shouldUpgradeCallback(request) {
        if (sockets?.accepts(request) && !isClosing(request)) return true;
        closeAfterAnswer(server, request);
        return false;
      },
    },
    (incoming, outgoing) => {
      if (!isClosing(incoming)) listener(incoming, outgoing);
    },
  );
  const closeSockets = watchSockets(server, limits, refusals);
  server.on('connection', () => arrivals?.note());
  server.on('upgrade', (request, socket, head) => {
    // Node hands over the raw socket: an unhandled error event would end the process.
    socket.on('error', () => socket.destroy());
    sockets?.upgrade(request, socket, head);
  });
  return {
    server,
    close(grace) {
      isEnding = true;
      return closeSockets(grace);
    },
  };
}

type HeadFields = OutgoingHttpHeaders | OutgoingHttpHeader[];

/**
 * The class of every answer, Node's own included: none leaves a body behind that would be taken for the next request, and the last
 * one of a connection says so, when the server ends.
 */
function createResponseClass(limits: UnreadLimits, isEnding: () => boolean) {
  return class extends NodeResponse {
    override writeHead(status: number, reason?: string | HeadFields, fields?: HeadFields): this {
      if (isEnding()) this.shouldKeepAlive = false;
      dropUnreadBody(this.req, this, limits);
      return typeof reason === 'string'
        ? super.writeHead(status, reason, fields)
        : super.writeHead(status, reason ?? fields);
    }
  };
}

/** Node drops data that follows an ignored `Upgrade` in the same packet, so that the connection cannot be reused. */
function closeAfterAnswer(server: Server, request: IncomingMessage): void {
  server.prependOnceListener('request', (incoming, outgoing) => {
    if (incoming === request) outgoing.shouldKeepAlive = false;
  });
}

type UnreadLimits = Pick<ConnectionLimits, 'unread' | 'unreadBytes'>;

/**
 * Prepares a connection for an answer whose head is about to be written. If the request's body has not arrived whole, such as that
 * of a refused upload, the answer says `Connection: close`: neither a client nor a proxy such as nginx may then send another
 * request, which would be lost with the connection (RFC 9112, section 9.6). Once the answer has been sent, the rest of the body
 * is dropped within limits before the connection ends; otherwise the system would reset it, and the answer may be lost.
 */
function dropUnreadBody(incoming: IncomingMessage, outgoing: ServerResponse, limits: UnreadLimits): void {
  if (incoming.readableEnded || !hasBody(incoming)) return;
  outgoing.once('finish', () => drop(incoming));
  if (incoming.complete) return;
  outgoing.shouldKeepAlive = false;
  closeAfterBody(incoming, limits);
}

/** Whether a request arrives on a connection that was said to end: what follows on it is ignored. */
function isClosing({ socket }: IncomingMessage): boolean {
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

/**
 * Length of the system's accept queue, if the system allows it. Beyond it, connection attempts are dropped, and clients retry
 * after a second.
 */
const BACKLOG = 4_096;

/** The variables of an address, which messages name. */
const NAMES = { port: 'PORT', host: 'HOST' };

/** @returns the port, which the system chooses for 0. @throws {StartFailure} if the address is not available. */
export function listen(server: NetServer, port: number, host: string, names = NAMES): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartFailure(listenProblem(error, port, host, names), { cause: error })),
    );
    server.listen({ port, host, backlog: BACKLOG }, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Tries a port before there is a server for it. @throws {StartFailure} as `listen` */
export async function requireFreePort(port: number, host: string, names = NAMES): Promise<void> {
  const trial = createNetServer();
  await listen(trial, port, host, names);
  await new Promise<void>((resolve) => trial.close(() => resolve()));
}

function listenProblem(error: NodeJS.ErrnoException, port: number, host: string, names: typeof NAMES): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use. Stop what uses it, or set ${names.port} to another one.`;
    case 'EACCES':
      return `Port ${port} may not be used by this account. Set ${names.port} to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${names.host} ${host} is not an address of this machine.`;
    default:
      return `The server cannot listen on ${host} port ${port}: ${systemReason(error)}.`;
  }
}
