import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A proxy that sends every request and every socket to another server than the last one. */
export interface RoundRobin {
  /** Where it listens. */
  port: number;
  /** Sends what comes from now on to these servers on this machine. */
  sendTo(origins: readonly string[]): void;
  /** Refuses connections, and ends those that exist. */
  close(): Promise<void>;
  /** Accepts connections again, at the same port. */
  open(): Promise<void>;
}

/** Starts a proxy at a free port, before its servers, which need to know their address. */
export async function startRoundRobin(): Promise<RoundRobin> {
  let ports: number[] = [];
  let count = 0;
  const next = () => ports[count++ % ports.length] as number;
  const sockets = new Set<Duplex>();
  const server = createServer((incoming, answer) => passRequest(next(), incoming, answer));
  server.on('upgrade', (incoming, socket, head) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    passSocket(next(), incoming, socket, head);
  });
  const open = async (at: number) => {
    server.listen(at);
    await once(server, 'listening');
  };
  await open(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    sendTo(origins) {
      ports = origins.map((origin) => Number(new URL(origin).port));
    },
    open: () => open(port),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function passRequest(port: number, incoming: IncomingMessage, answer: ServerResponse): void {
  const { method, url: path, headers } = incoming;
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (received) => {
    answer.writeHead(received.statusCode ?? 502, received.rawHeaders);
    received.pipe(answer);
    received.once('error', () => answer.destroy());
  });
  outgoing.once('error', () => answer.destroy());
  answer.once('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

function passSocket(port: number, { method, url, rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer): void {
  const server: Socket = connect(port, '127.0.0.1', () => {
    const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
    server.write(`${[`${method} ${url} HTTP/1.1`, ...pairs].join('\r\n')}\r\n\r\n`);
    server.write(head);
    server.pipe(socket).pipe(server);
  });
  for (const [one, other] of [
    [server, socket],
    [socket, server],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
}
