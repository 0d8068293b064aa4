import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { waitUntil } from './wait-until.ts';

/** How the server's process fares, after its garbage was collected. */
export interface ProcessFigures {
  pid: number;
  /** Milliseconds that the event loop came late at most since the figures were asked for last. */
  longestDelay: number;
  /** Bytes of resident memory, children included, and of it what V8 and buffers hold. */
  rss: number;
  heapUsed: number;
  external: number;
  arrayBuffers: number;
}

/** Where a server that was started with `preload.js` says how it fares. */
export interface FiguresChannel {
  /** For the server's environment. */
  readonly path: string;
  /** The server's process, once it runs. */
  pid(): Promise<number>;
  /** @throws Error when the server does not answer in time */
  read(): Promise<ProcessFigures>;
  /** Sets the clock of a server that was started with `HOSTILE_CLOCK`, by milliseconds; negative: back. */
  setClock(milliseconds: number): Promise<void>;
  close(): void;
}

/** Milliseconds for a server that is busy. */
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
    // The server replaces itself as it starts, and connects a second time.
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
      // Orders are done one after the other.
      await read();
    },
    close() {
      current?.socket.destroy();
      server.close();
    },
  };
}
