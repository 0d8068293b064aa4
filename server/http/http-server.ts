import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { StartFailure, systemReason } from '../start-failure.ts';

export interface RequestListenerOptions {
  app: Pick<Hono, 'fetch'>;
  /** Answers what lies ready, before the app is asked. */
  answerHit?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
}

/** Milliseconds for a request's headers, for all of it, and for the next one on the same connection. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 };

/** A host that no address is made from: the public origin comes from the configuration alone. */
const IGNORED_HOST = 'host.invalid';

/** The app as a listener for Node's HTTP server. */
export function createRequestListener({ app, answerHit }: RequestListenerOptions): RequestListener {
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  return (incoming, outgoing) => {
    if (answerHit?.(incoming, outgoing)) return;
    incoming.headers.host = IGNORED_HOST;
    void listener(incoming, outgoing);
  };
}

/** The HTTP server, not listening yet. @param upgrade takes or refuses every request for a socket; else there is none */
export function createHttpServer(
  listener: RequestListener,
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
): Server {
  const server = createServer({ ...TIMEOUTS, connectionsCheckingInterval: 5_000 }, listener);
  if (!upgrade) return server;
  return server.on('upgrade', (request, socket, head) => {
    // Node hands the socket over bare: who goes before they are answered would take the process with them.
    socket.on('error', () => socket.destroy());
    upgrade(request, socket, head);
  });
}

/** @returns the port, which the system chooses for 0. @throws {StartFailure} when the address cannot be had. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartFailure(listenProblem(error, port, host), { cause: error })),
    );
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
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

/** Milliseconds between looks for connections that have become idle. */
const IDLE_CHECK = 50;

/** Takes no more connections, lets requests in flight end, and cuts what is left after `grace` milliseconds. */
export function closeServer(server: Server, grace: number): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK);
    const cut = setTimeout(() => server.closeAllConnections(), grace);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
