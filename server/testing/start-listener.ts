import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { createHttpServer, type HttpServer, type HttpServerOptions } from '../http/http-server.ts';
import { createRequestListener, type RequestListenerOptions } from '../http/request-listener.ts';

export interface StartedListener {
  http: Server;
  close: HttpServer['close'];
  /** Kinds of logged refusals, one per occurrence. */
  refused: string[];
  /** Opens a raw connection. */
  connect(options?: { allowHalfOpen?: boolean }): Promise<RawClient>;
  /** Number of open connections on the server. */
  connections(): Promise<number>;
}

/** A raw connection. */
export interface RawClient {
  socket: Socket;
  send(text: string): void;
  /** Received bytes, as Latin-1 characters. */
  received(): string;
  /** The status of each received response. */
  statuses(): number[];
  /** Whether the server has closed the connection. */
  isClosed(): boolean;
}

/** The real HTTP server with a request handler. */
export async function startListener(
  answer: (request: Request) => Response | Promise<Response>,
  { answerHit, ...options }: HttpServerOptions & Pick<RequestListenerOptions, 'answerHit'> = {},
): Promise<StartedListener> {
  const refused: string[] = [];
  const refusals = { warn: (kind: string) => void refused.push(kind) };
  const { limits } = options;
  const listener = createRequestListener({
    app: { fetch: (request) => answer(request) },
    ...(answerHit && { answerHit }),
    busy: 'Demasiado.\nToo much.',
    headers: ['X-Content-Type-Options', 'nosniff'],
    refusals,
    ...(limits && { limits }),
  });
  const { server: http, close } = createHttpServer(listener, { refusals, ...options });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => close(0));
  const { port } = http.address() as AddressInfo;
  return {
    http,
    close,
    refused,
    connect: (own) => openClient(port, own),
    connections: () =>
      new Promise((resolve, reject) => http.getConnections((error, count) => (error ? reject(error) : resolve(count)))),
  };
}

/** Opens a connection and sends nothing. */
export async function openClient(port: number, options: { allowHalfOpen?: boolean } = {}): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', ...options });
  onTestFinished(() => void socket.destroy());
  let received = '';
  let isClosed = false;
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received += text;
  });
  socket.on('error', () => {});
  for (const event of ['end', 'close']) {
    socket.on(event, () => {
      isClosed = true;
    });
  }
  await once(socket, 'connect');
  return {
    socket,
    send: (text) => void socket.write(text, 'latin1'),
    received: () => received,
    statuses: () => [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)),
    isClosed: () => isClosed,
  };
}

/** A request without a body. */
export function request(path: string, headers: { [name: string]: string } = {}, method = 'GET'): string {
  const lines = Object.entries({ Host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
