import { Duplex } from 'node:stream';
import type { Connection } from '#adapters/firestore/connect.ts';
import type { FirestoreRpc, RpcDocument, RpcListenResponse } from '#adapters/firestore/firestore-rpc.ts';

export const changed = (document: RpcDocument): RpcListenResponse => ({ documentChange: { document } });

/** What ends a consistent state. */
export const consistent: RpcListenResponse[] = [
  { targetChange: { targetChangeType: 'CURRENT', targetIds: [1], resumeToken: new Uint8Array([7]) } },
  { targetChange: { targetChangeType: 'NO_CHANGE', targetIds: [], readTime: { seconds: 1 } } },
];

/** For tests: a connection to a service without documents, whose streams the test speaks for. */
export function createStreamedService() {
  const streams: (Duplex & { asked: unknown[] })[] = [];
  const connection: Partial<Connection> = {
    root: 'root',
    database: 'database',
    options: () => ({}),
    collect: async () => [],
    async rpc() {
      const rpc: Partial<FirestoreRpc> = {
        listen() {
          const asked: unknown[] = [];
          const answers = new Duplex({
            objectMode: true,
            read() {},
            write(request, _encoding, done) {
              asked.push(request);
              done();
            },
          });
          const stream = Object.assign(answers, { asked, cancel() {} });
          streams.push(stream);
          return stream;
        },
      };
      return rpc as FirestoreRpc;
    },
  };
  const say = (...responses: RpcListenResponse[]) => {
    for (const response of responses) streams.at(-1)?.emit('data', response);
  };
  return { connection: connection as Connection, streams, say };
}
