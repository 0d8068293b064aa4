import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RateLimitedLog } from '../log/rate-limited-log.ts';
import type { ConnectionLimits } from './connection-limits.ts';

export interface PipeliningOptions {
  limits: Pick<ConnectionLimits, 'pipelined' | 'pipelinedInAll'>;
  refusals: RateLimitedLog;
}

/**
 * Handles one request per connection at a time. Node parses all pipelined requests at once and would start all of them: a few
 * kilobytes of requests would delay everyone else, and their responses would be buffered. Here, the next request waits until
 * the previous response has been passed to the system and other connections had their turn. The socket is paused meanwhile. A
 * client that pipelines more than the limit is disconnected.
 */
export function createPipelining(next: RequestListener, { limits, refusals }: PipeliningOptions): RequestListener {
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
