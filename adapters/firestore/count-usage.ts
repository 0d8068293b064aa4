import type { Readable } from 'node:stream';
import type { StoreUsage } from '#core/documents/document-store.ts';
import type { FirestoreRpc, RpcListenResponse } from './firestore-rpc.ts';

/** Counts what the service bills: documents read and sent to listeners, at least one per request, and documents written. */
export function countUsage(rpc: FirestoreRpc, usage: StoreUsage): FirestoreRpc {
  const countAnswers = (answers: Readable) => {
    let count = 0;
    answers.on('data', ({ found, missing, document }: { found?: object; missing?: string; document?: object }) => {
      if (found || missing || document) count++;
    });
    answers.on('end', () => {
      usage.reads += Math.max(1, count);
    });
    return answers;
  };
  return {
    commit(request, options) {
      usage.writes += request.writes.length;
      return rpc.commit(request, options);
    },
    batchGetDocuments: (request, options) => countAnswers(rpc.batchGetDocuments(request, options)),
    runQuery: (request, options) => countAnswers(rpc.runQuery(request, options)),
    runAggregationQuery: (request, options) => countAnswers(rpc.runAggregationQuery(request, options)),
    listen(options) {
      const stream = rpc.listen(options);
      stream.on('data', ({ documentChange }: RpcListenResponse) => {
        if (documentChange) usage.reads++;
      });
      return stream;
    },
    close: () => rpc.close(),
  };
}
