import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { networkOf } from '#core/accounts/network-of.ts';
import type { RateLimitedLog } from '../log/rate-limited-log.ts';
import type { Arrivals } from './arrivals.ts';
import { clientAddress } from './client-address.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts';
import { createPipelining } from './pipelining.ts';
import type { FlatHeaders } from './representation.ts';
import { createWorkQueue } from './work-queue.ts';

export interface RequestListenerOptions {
  app: Pick<Hono, 'fetch'>;
  /** Answers what lies ready, before the app is asked. */
  answerHit?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
  /** What is said, in plain text, to whoever comes while there is too much to do. */
  busy: string;
  /** Sent with it. */
  headers: FlatHeaders;
  refusals: RateLimitedLog;
  limits?: Partial<ConnectionLimits>;
  /** Connections, for which the app's work waits. */
  arrivals?: Arrivals;
  /** How many trusted proxies stand in front; none when missing. */
  trustedProxies?: number;
}

/** Seconds after which somebody who was refused is to try again. */
const RETRY_AFTER = 5;

/** A host that no address is made from: the public origin comes from the configuration alone. */
const IGNORED_HOST = 'host.invalid';

/** The app as a listener for Node's HTTP server. What lies ready is answered at once; the app works on the rest in turns. */
export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const { app, answerHit, refusals, arrivals, trustedProxies = 0 } = options;
  const limits = { ...CONNECTION_LIMITS, ...options.limits };
  const work = createWorkQueue(limits, arrivals);
  const answer = getRequestListener((request, env) => work.count(() => app.fetch(request, env)), {
    overrideGlobalObjects: false,
  });
  const refuse = createRefusal(options);

  return createPipelining(
    (incoming, outgoing) => {
      if (incoming.url?.charCodeAt(0) !== SLASH) incoming.url = toOriginForm(incoming.url ?? '');
      if (answerHit?.(incoming, outgoing)) return;
      cutWhenStalled(outgoing);
      const start = () => {
        incoming.headers.host = IGNORED_HOST;
        void answer(incoming, outgoing);
      };
      // A supervisor that gets no answer in time would restart a server that only has much to do.
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

/** Whom a request counts for: a network address, or the network that one customer commonly has in IPv6. */
function clientOf({ socket, headers }: IncomingMessage, trustedProxies: number): string {
  const address = clientAddress(socket.remoteAddress, headers['x-forwarded-for']?.toString(), trustedProxies) ?? '';
  return networkOf(address, { v4: 32, v6: 64 }) ?? address.slice(0, MAX_ADDRESS);
}

/** Letters of what a proxy wrote that is no address. */
const MAX_ADDRESS = 100;

const SLASH = '/'.charCodeAt(0);

/** Answered before everything that waits. They cost next to nothing. */
const PROBES = ['/healthz', '/readyz'];

/** A request target that names a scheme and a host (RFC 9112, section 3.2.2) without them; any other as it is. */
function toOriginForm(target: string): string {
  const prefix = /^https?:\/\/[^/?#]*/i.exec(target)?.[0];
  if (prefix === undefined) return target;
  const rest = target.slice(prefix.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Where a connection has a time limit without progress, Node closes it at that time, unless a response listens. While the app
 * works and there is nothing to send, it stays; an answer that nobody takes is cut, and with it what produces it.
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
