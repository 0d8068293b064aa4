import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to a server on this machine, as far away as a network makes it. */
export interface SlowProxy {
  /** `host:port` where it listens. */
  host: string;
  /** Milliseconds that a round trip takes from now on. */
  roundTrip: number;
  close(): Promise<void>;
}

/** Starts a proxy at a free port. @param target `host:port` */
export async function startSlowProxy(target: string): Promise<SlowProxy> {
  const port = Number(target.split(':')[1]);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from.setNoDelay(true));
      from.on('data', (bytes) => void setTimeout(() => to.write(bytes), proxy.roundTrip / 2));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: SlowProxy = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    roundTrip: 0,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
  return proxy;
}
