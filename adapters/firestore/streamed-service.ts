import { EventEmitter } from 'node:events';
import type { Connection } from './connect.ts';
import type { RpcDocument, RpcListenResponse } from './firestore-rpc.ts';

export const changed = (document: RpcDocument): RpcListenResponse => ({ documentChange: { document } });

/** What ends a consistent state. */
export const consistent: RpcListenResponse[] = [
  { targetChange: { targetChangeType: 'CURRENT', targetIds: [1], resumeToken: new Uint8Array([7]) } },
  { targetChange: { targetChangeType: 'NO_CHANGE', targetIds: [], readTime: { seconds: 1 } } },
];

/** For tests: a connection to a service without documents, whose streams the test speaks for. */
export function createStreamedService() {
  const streams: (EventEmitter & { asked: unknown[] })[] = [];
  const connection = {
    root: 'root',
    database: 'database',
    options: () => ({}),
    collect: async () => [],
    async rpc() {
      return {
        listen() {
          const asked: unknown[] = [];
          const stream = Object.assign(new EventEmitter(), {
            asked,
            write: (request: unknown) => asked.push(request),
            cancel() {},
          });
          streams.push(stream);
          return stream;
        },
      };
    },
  } as unknown as Connection;
  const say = (...responses: RpcListenResponse[]) => {
    for (const response of responses) streams.at(-1)?.emit('data', response);
  };
  return { connection, streams, say };
}
