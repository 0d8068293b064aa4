import { connect, type Socket } from 'node:net';
import { createAnswerReader, type RawAnswer } from './answer-reader.ts';
import { waitUntil } from './wait-until.ts';

/** A connection for arbitrary bytes. */
export interface RawConnection {
  readonly socket: Socket;
  /** The responses so far. */
  readonly answers: RawAnswer[];
  /** Whether the server has closed it, or connecting failed. */
  readonly isClosed: boolean;
  /** The error if the connection was reset instead of closed. */
  readonly problem: Error | undefined;
  write(bytes: string | Uint8Array): void;
  /** @throws Error if there are fewer responses */
  answered(count: number, patience?: number): Promise<RawAnswer[]>;
  /** @throws Error if the server does not close it */
  closed(patience?: number): Promise<void>;
}

/** Attackers, at addresses that no visitor has. */
export interface Attackers {
  /**
   * @param stranger index of the attacker; each has its own address
   * @param isBodiless whether responses have no body, as for HEAD
   */
  connect(stranger?: number, options?: { isBodiless?: boolean; reads?: boolean }): RawConnection;
  /** Connections stay open until this is called. */
  end(): void;
}

/** A local address per attacker; visitors come from 127.0.0.1. Only Linux has several. */
function addressOf(stranger: number): string {
  return process.platform === 'linux' ? `127.0.${1 + Math.floor(stranger / 250)}.${1 + (stranger % 250)}` : '127.0.0.1';
}

export function createAttackers(port: number): Attackers {
  const sockets = new Set<Socket>();
  return {
    connect(stranger = 0, { isBodiless = false, reads = true } = {}) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(stranger), allowHalfOpen: true });
      sockets.add(socket);
      return openRawConnection(socket, isBodiless, reads);
    },
    end() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function openRawConnection(socket: Socket, isBodiless: boolean, reads: boolean): RawConnection {
  const answers: RawAnswer[] = [];
  let problem: Error | undefined;
  const reader = createAnswerReader(
    () => isBodiless,
    (answer) => answers.push(answer),
  );
  socket.setNoDelay(true);
  socket.on('error', (error) => {
    problem = error;
  });
  if (reads) {
    socket.on('data', (chunk: Buffer) => reader.push(chunk));
    socket.on('end', () => reader.end());
  }
  return {
    socket,
    answers,
    get isClosed() {
      return socket.closed || socket.readableEnded || problem !== undefined;
    },
    get problem() {
      return problem;
    },
    write(bytes) {
      if (!socket.destroyed) socket.write(bytes);
    },
    async answered(count, patience) {
      await waitUntil(`${count} answers`, () => answers.length >= count, patience);
      return answers;
    },
    async closed(patience) {
      await waitUntil('the server ends the connection', () => this.isClosed, patience);
    },
  };
}
