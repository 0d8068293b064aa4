import type { Connection } from './connect.ts';
import type { RpcCommitted, RpcWrite } from './firestore-rpc.ts';
import { CODE, codeOf, isUncertain } from './service-errors.ts';
import { versionOf } from './stored-document.ts';

/**
 * Sends a commit until there is an answer or the time is over. Its preconditions must not hold any more once it has happened.
 * @param happenedAt asked after a commit that was sent again was refused: the version that it gave, if it had happened before
 * @returns the version of each write
 * @throws the service's error
 */
export async function sendCommit(
  { database, rpc, options, requestTimeout, firstRetry }: Connection,
  writes: RpcWrite[],
  happenedAt: () => Promise<number | undefined>,
): Promise<(number | undefined)[]> {
  const client = await rpc();
  const end = performance.now() + requestTimeout;
  let isRepeated = false;
  for (let retry = firstRetry; ; retry *= 2) {
    try {
      const timeout = Math.max(1, end - performance.now());
      const [answer] = await client.commit({ database, writes }, options(timeout));
      return versionsOf(answer);
    } catch (error) {
      if (isRepeated && isConflict(error)) {
        const version = await happenedAt();
        if (version !== undefined) return writes.map(() => version);
      }
      const left = end - performance.now();
      // Refused as busy, perhaps because of an attempt that goes on: another commit might come in addition to that one.
      const mayHappenYet = isRepeated && codeOf(error) === CODE.aborted;
      if (!(isUncertain(error) || mayHappenYet) || codeOf(error) === CODE.deadlineExceeded || left < retry * 1.5) {
        throw error;
      }
      isRepeated = true;
      const wait = retry * (0.5 + Math.random());
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** Whether a commit was refused because a precondition did not hold. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  return (
    code === CODE.alreadyExists || code === CODE.notFound || code === CODE.failedPrecondition || code === CODE.aborted
  );
}

function versionsOf({ writeResults }: RpcCommitted): (number | undefined)[] {
  return (writeResults ?? []).map(({ updateTime }) => (updateTime ? versionOf(updateTime) : undefined));
}
