import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * What happens to the connections in use: they are ended at once; what the server says is dropped before they are; or they stay,
 * and neither side hears anything.
 */
export type Outage = 'refused' | 'answers lost' | 'silent';

/** A proxy to a server on this machine that can be cut off. */
export interface CutProxy {
  /** `host:port` where it listens. */
  host: string;
  /**
   * From now on, all connections are accepted and neither side hears anything, or all are ended and refused, or each is given this
   * answer, byte by byte, in place of the server's.
   */
  fail(outage: 'silent' | 'refused' | { answer: string }): void;
  /** Milliseconds that an answer is held back. */
  delay: number;
  /** Ends the connections that failed, and passes on what comes from now on. */
  heal(): void;
  /** Fails the connections in use for some milliseconds. Others are refused meanwhile, unless it is `silent`. */
  cut(outage: Outage, milliseconds: number): void;
  /** Ends all connections, as the system does for a process that is killed. */
  close(): Promise<void>;
}

/** Starts a proxy at a free port. @param target `host:port` */
export async function startCutProxy(target: string): Promise<CutProxy> {
  const port = Number(target.split(':')[1]);
  const connections = new Map<Socket, { outage: Outage | undefined }>();
  let outages = 0;
  let isSilent = false;
  let answer: string | undefined;
  const server = createServer((near) => {
    if (outages > 0) return void near.resetAndDestroy();
    if (answer !== undefined) return void near.on('error', () => {}).once('data', () => near.end(answer ?? ''));
    const state: { outage: Outage | undefined } = { outage: isSilent ? 'silent' : undefined };
    connections.set(near, state);
    const far = connect(port, '127.0.0.1');
    near.on('data', (bytes) => state.outage !== 'silent' && far.write(bytes));
    far.on('data', (bytes) => {
      if (state.outage !== undefined) return;
      if (proxy.delay > 0) setTimeout(() => near.write(bytes), proxy.delay);
      else near.write(bytes);
    });
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        connections.delete(near);
        near.destroy();
        far.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = (all: Iterable<Socket>) => {
    for (const socket of all) socket.resetAndDestroy();
  };

  const proxy: CutProxy = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    delay: 0,
    fail(outage) {
      if (typeof outage === 'object') {
        answer = outage.answer;
        end(connections.keys());
        return;
      }
      for (const state of connections.values()) state.outage = outage;
      if (outage === 'silent') {
        isSilent = true;
        return;
      }
      outages = Number.POSITIVE_INFINITY;
      end(connections.keys());
    },
    heal() {
      isSilent = false;
      answer = undefined;
      proxy.delay = 0;
      outages = 0;
      end([...connections].flatMap(([socket, { outage }]) => (outage ? [socket] : [])));
    },
    cut(outage, milliseconds) {
      const present = [...connections];
      const refused = outage === 'silent' ? 0 : 1;
      for (const [, state] of present) state.outage = outage;
      if (outage === 'refused') end(connections.keys());
      outages += refused;
      setTimeout(() => {
        end(present.map(([socket]) => socket));
        outages -= refused;
      }, milliseconds).unref();
    },
    async close() {
      end(connections.keys());
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
