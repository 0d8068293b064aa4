import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { waitUntil } from './wait-until.ts';

/** Metrics of the server's process after a garbage collection. */
export interface ProcessFigures {
  pid: number;
  /** Maximum event loop delay in milliseconds since the last read. */
  longestDelay: number;
  /** Resident memory in bytes, with children, and the parts in V8's heap and buffers. */
  rss: number;
  heapUsed: number;
  external: number;
  arrayBuffers: number;
}

/** A channel to a server started with `preload.js`. */
export interface FiguresChannel {
  /** For the server's environment. */
  readonly path: string;
  /** The server's process id, once it runs. */
  pid(): Promise<number>;
  /** @throws Error if the server does not answer in time */
  read(): Promise<ProcessFigures>;
  /** Changes the clock of a server started with `HOSTILE_CLOCK`, by milliseconds (negative: back). */
  setClock(milliseconds: number): Promise<void>;
  close(): void;
}

/** Timeout for a busy server, in milliseconds. */
const PATIENCE = 15_000;

let channels = 0;

export async function openFiguresChannel(): Promise<FiguresChannel> {
  const path = join(tmpdir(), `meki-figures-${process.pid}-${channels++}`);
  const lines: (ProcessFigures & { pid: number })[] = [];
  let current: { socket: Socket; pid: number } | undefined;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    createInterface({ input: socket }).on('line', (line) => {
      const said = JSON.parse(line) as ProcessFigures;
      if (said.rss === undefined) current = { socket, pid: said.pid };
      else lines.push(said);
    });
    // The server re-executes itself at startup, and connects again.
    socket.on('close', () => {
      if (current?.socket === socket) current = undefined;
    });
  }).listen(path);
  await once(server, 'listening');
  const connected = () => waitUntil('the server tells its figures', () => current, PATIENCE);
  async function read(): Promise<ProcessFigures> {
    const { socket } = await connected();
    lines.length = 0;
    socket.write('figures\n');
    return waitUntil('the server answers with its figures', () => lines.shift(), PATIENCE);
  }
  return {
    path,
    read,
    pid: async () => (await connected()).pid,
    async setClock(milliseconds) {
      const { socket } = await connected();
      socket.write(`clock ${milliseconds}\n`);
      // Commands are processed in order.
      await read();
    },
    close() {
      current?.socket.destroy();
      server.close();
    },
  };
}
