import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { networkOf } from '#core/accounts/network-of.ts';
import type { RateLimitedLog } from '../log/rate-limited-log.ts';
import { clientAddress } from './client-address.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts';
import type { FlatHeaders } from './representation.ts';
import { type Arrivals, createWorkQueue } from './work-queue.ts';

export interface RequestListenerOptions {
  app: Pick<Hono, 'fetch'>;
  /** Answers cache hits before the app is involved. */
  answerHit?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
  /** Answers probes before the app is involved. */
  answerProbe?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
  /** Plain-text body of the response when the server is overloaded. */
  busy: string;
  /** Headers sent with it. */
  headers: FlatHeaders;
  refusals: RateLimitedLog;
  limits?: Partial<ConnectionLimits>;
  /** Incoming connections, to which the app's work yields. */
  arrivals?: Arrivals;
  /** Number of trusted proxies in front of the server; default 0. */
  trustedProxies?: number;
}

/** Retry-After in seconds for refused requests. */
const RETRY_AFTER = 5;

/** A placeholder host: URLs are never made from it; the public origin comes from the configuration. */
const IGNORED_HOST = 'host.invalid';

/** The app as a request listener of Node's HTTP server. Cache hits are answered at once; the rest is queued. */
export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const { app, answerHit, answerProbe, refusals, arrivals, trustedProxies = 0 } = options;
  const limits = { ...CONNECTION_LIMITS, ...options.limits };
  const work = createWorkQueue(limits, arrivals);
  let answer: ReturnType<typeof getRequestListener> | undefined;

  /** Loaded for the first request that is not answered before the app, with the implementation of `Request` and `Response`. */
  async function loadAnswer() {
    const { getRequestListener } = await import('@hono/node-server');
    answer ??= getRequestListener((request, env) => work.count(() => app.fetch(request, env)), {
      overrideGlobalObjects: false,
    });
    return answer;
  }

  const refuse = createRefusal(options);

  return createPipelining(
    (incoming, outgoing) => {
      if (incoming.url?.charCodeAt(0) !== SLASH) incoming.url = toOriginForm(incoming.url ?? '');
      if (answerHit?.(incoming, outgoing) || answerProbe?.(incoming, outgoing)) return;
      cutWhenStalled(outgoing);
      const start = () => {
        incoming.headers.host = IGNORED_HOST;
        if (answer) void answer(incoming, outgoing);
        else void work.count(loadAnswer).then((loaded) => loaded(incoming, outgoing));
      };
      // Otherwise a supervisor would restart an overloaded server.
      if (PROBES.includes(incoming.url ?? '')) return start();
      work.add({
        client: clientOf(incoming, trustedProxies),
        kind: incoming.method === 'GET' || incoming.method === 'HEAD' ? 'read' : 'write',
        isGone: () => incoming.socket.destroyed,
        start,
        refuse() {
          refusals.warn('busy', 'There was too much to do; requests were answered 503');
          refuse(outgoing);
        },
      });
    },
    { limits, refusals },
  );
}

/** The client that a request counts for: a network address, or the usual IPv6 prefix of one customer. */
function clientOf({ socket, headers }: IncomingMessage, trustedProxies: number): string {
  const address = clientAddress(socket.remoteAddress, headers['x-forwarded-for']?.toString(), trustedProxies) ?? '';
  return networkOf(address, { v4: 32, v6: 64 }) ?? address;
}

const SLASH = '/'.charCodeAt(0);

/** Answered before all queued requests; they are cheap. */
const PROBES = ['/healthz', '/readyz', '/readyz?verbose'];

/** Converts a request target in absolute form (RFC 9112, section 3.2.2) to origin form; leaves others unchanged. */
function toOriginForm(target: string): string {
  const prefix = /^https?:\/\/[^/?#]*/i.exec(target)?.[0];
  if (prefix === undefined) return target;
  const rest = target.slice(prefix.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Node closes a connection at its timeout without progress, unless the response handles the event. While the app is working and
 * there is nothing to send, it stays open; a response that is not read is aborted, including its source.
 */
function cutWhenStalled(outgoing: ServerResponse): void {
  outgoing.on('timeout', () => {
    const { socket } = outgoing;
    if (socket && socket.writableLength > 0) socket.destroy();
  });
}

function createRefusal({ busy, headers }: Pick<RequestListenerOptions, 'busy' | 'headers'>) {
  const body = Buffer.from(`${busy}\n`);
  const sent = [
    ...headers,
    'Content-Type',
    'text/plain; charset=utf-8',
    'Content-Length',
    String(body.length),
    'Cache-Control',
    'no-store',
    'Retry-After',
    String(RETRY_AFTER),
    'Connection',
    'close',
  ];
  return (outgoing: ServerResponse) => {
    outgoing.writeHead(503, sent);
    outgoing.end(body);
  };
}

interface PipeliningOptions {
  limits: Pick<ConnectionLimits, 'pipelined' | 'pipelinedInAll'>;
  refusals: RateLimitedLog;
}

/**
 * Handles one request per connection at a time. Node parses all pipelined requests at once and would start all of them: a few
 * kilobytes of requests would delay everyone else, and their responses would be buffered. Here, the next request waits until
 * the previous response has been passed to the system and other connections had their turn. The socket is paused meanwhile. A
 * client that pipelines more than the limit is disconnected.
 */
function createPipelining(next: RequestListener, { limits, refusals }: PipeliningOptions): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  let inAll = 0;

  function change(socket: Socket, by: 1 | -1): void {
    const count = (waiting.get(socket) ?? 0) + by;
    waiting.set(socket, count);
    inAll += by;
    if (count === 0) socket.resume();
  }

  function wait(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming;
    if (socket.destroyed) return;
    const count = waiting.get(socket);
    if ((count ?? 0) >= limits.pipelined || inAll >= limits.pipelinedInAll) {
      refusals.warn('pipelined', 'A client sent too many requests without waiting for their answers and was cut');
      socket.destroy();
      return;
    }
    if (count === undefined) {
      socket.once('close', () => {
        inAll -= waiting.get(socket) ?? 0;
        waiting.set(socket, 0);
      });
    }
    change(socket, 1);
    socket.pause();
    // Node assigns the socket to a response once the previous one is finished.
    outgoing.once('socket', () =>
      setImmediate(() => {
        if (socket.destroyed) return;
        change(socket, -1);
        next(incoming, outgoing);
      }),
    );
  }

  return (incoming, outgoing) => {
    if (outgoing.socket === null) wait(incoming, outgoing);
    else next(incoming, outgoing);
  };
}
