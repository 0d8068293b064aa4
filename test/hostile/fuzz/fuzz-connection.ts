import { connect, type Socket } from 'node:net';
import { createAnswerReader, type RawAnswer } from '../harness/answer-reader.ts';

/** Response timeout in milliseconds. */
const PATIENCE = 45_000;

/** The outcome of a request: its response, or how the connection ended. */
export type SendOutcome = RawAnswer | 'closed' | 'no answer' | 'not HTTP';

/** A connection that sends requests one after another. */
export interface FuzzConnection {
  readonly isOpen: boolean;
  send(bytes: Buffer, options: { isBodiless: boolean }): Promise<SendOutcome>;
  /** Sends bytes and disconnects without waiting. */
  sendAndLeave(bytes: Buffer): Promise<void>;
  close(): void;
}

export function openFuzzConnection(port: number, localAddress: string): FuzzConnection {
  const socket: Socket = connect({ port, host: '127.0.0.1', localAddress });
  let isOpen = true;
  let isBodiless = false;
  let answered: ((outcome: SendOutcome) => void) | undefined;
  const settle = (outcome: SendOutcome) => {
    const waiting = answered;
    answered = undefined;
    waiting?.(outcome);
  };
  const reader = createAnswerReader(
    () => isBodiless,
    (answer) => {
      if (/close/i.test(answer.headers.get('connection') ?? '')) isOpen = false;
      settle(answer);
    },
  );
  socket.setNoDelay(true);
  socket.on('data', (chunk: Buffer) => {
    try {
      reader.push(chunk);
    } catch {
      isOpen = false;
      settle('not HTTP');
    }
  });
  socket.on('end', () => reader.end());
  socket.on('error', () => {});
  socket.on('close', () => {
    isOpen = false;
    settle('closed');
  });
  return {
    get isOpen() {
      return isOpen;
    },
    send(bytes, options) {
      isBodiless = options.isBodiless;
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          isOpen = false;
          settle('no answer');
        }, PATIENCE);
        answered = (outcome) => {
          clearTimeout(timer);
          resolve(outcome);
        };
        if (socket.destroyed) settle('closed');
        else socket.write(bytes);
      });
    },
    sendAndLeave(bytes) {
      isOpen = false;
      return new Promise((resolve) => {
        socket.once('close', () => resolve());
        if (socket.destroyed) resolve();
        else socket.write(bytes, () => socket.destroy());
      });
    },
    close() {
      isOpen = false;
      socket.destroy();
    },
  };
}
