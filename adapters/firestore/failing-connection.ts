import type { Connection } from './connect.ts';
import type { FirestoreRpc } from './firestore-rpc.ts';
import { CODE } from './service-errors.ts';

/** What happens to a commit. */
export type Fault = 'answer lost' | 'not sent' | undefined;

/** For tests: a connection whose commits fail, and what it sent. */
export function failingConnection(connection: Connection, faultOf: (attempt: number) => Fault) {
  const counts = { commits: 0, writes: 0 };
  async function rpc(): Promise<FirestoreRpc> {
    const real = await connection.rpc();
    const commit: FirestoreRpc['commit'] = async (request, options) => {
      const fault = faultOf(counts.commits++);
      counts.writes += request.writes.length;
      const answer = fault === 'not sent' ? undefined : await real.commit(request, options);
      if (fault !== undefined || !answer) throw Object.assign(new Error(fault), { code: CODE.unavailable });
      return answer;
    };
    return Object.assign(Object.create(real) as FirestoreRpc, { commit });
  }
  return { connection: { ...connection, rpc }, counts };
}
