import { connect, type Socket } from 'node:net';
import { createAnswerReader, type RawAnswer } from './answer-reader.ts';
import { waitUntil } from './wait-until.ts';

/** A connection on which anything may be said. */
export interface RawConnection {
  readonly socket: Socket;
  /** What was answered so far. */
  readonly answers: RawAnswer[];
  /** Whether the server has ended it, or it could not be made. */
  readonly isClosed: boolean;
  /** Whether the other end was reset, and did not end in order. */
  readonly problem: Error | undefined;
  write(bytes: string | Uint8Array): void;
  /** @throws Error when there are fewer answers in the end */
  answered(count: number, patience?: number): Promise<RawAnswer[]>;
  /** @throws Error when the server does not end it */
  closed(patience?: number): Promise<void>;
}

/** People who mean harm, at addresses that no visitor has. */
export interface Attackers {
  /**
   * @param stranger which of them; each has an address of its own
   * @param isBodiless whether answers have no body, as those to HEAD
   */
  connect(stranger?: number, options?: { isBodiless?: boolean; reads?: boolean }): RawConnection;
  /** What they have open, open it stays until here. */
  end(): void;
}

/** An address of this machine for each stranger; visitors come from 127.0.0.1. Only Linux has more than that one. */
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
