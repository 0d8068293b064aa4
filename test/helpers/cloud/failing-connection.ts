import type { Connection } from '#adapters/firestore/connect.ts';
import type { FirestoreRpc } from '#adapters/firestore/firestore-rpc.ts';
import { CODE } from '#adapters/firestore/service-errors.ts';

/** What happens to a commit: `late` is carried out 5 ms after the next one failed as `aborted`, which is not sent. */
export type Fault = 'answer lost' | 'not sent' | 'late' | 'aborted' | undefined;

/** For tests: a connection whose commits fail, and what it sent. */
export function failingConnection(connection: Connection, faultOf: (attempt: number) => Fault) {
  const counts = { commits: 0, writes: 0 };
  let late = () => {};
  async function rpc(): Promise<FirestoreRpc> {
    const real = await connection.rpc();
    const commit: FirestoreRpc['commit'] = async (request, options) => {
      const fault = faultOf(counts.commits++);
      counts.writes += request.writes.length;
      if (fault === 'late') late = () => void real.commit(request, options).catch(() => {});
      if (fault === 'aborted') {
        setTimeout(late, 5);
        late = () => {};
      }
      if (fault === undefined || fault === 'answer lost') {
        const answer = await real.commit(request, options);
        if (fault === undefined) return answer;
      }
      throw Object.assign(new Error(fault), { code: fault === 'aborted' ? CODE.aborted : CODE.unavailable });
    };
    return Object.assign(Object.create(real) as FirestoreRpc, { commit });
  }
  return { connection: { ...connection, rpc }, counts };
}
