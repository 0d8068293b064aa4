import { createHash } from 'node:crypto';
import { waitingAccount, writeHolder } from './holders.ts';
import type { IdentityToolkit } from './identity-toolkit.ts';

/** Maximum accounts per request. Source: the provider's limits. */
const BATCH = 1000;

/** Maximum cost of an Argon2 hash. Source: the provider's limits. */
const MOST = { memoryCostKib: 32_768, iterations: 16, parallelism: 16 };

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

interface Upload {
  /** Place in the order of the hashes given. */
  at: number;
  localId: string;
  salt: string;
  passwordHash: string;
}

/**
 * Makes an account for each hash in PHC format, whose password is then the provider's to verify. Idempotent: the same hash gives
 * the same account. @returns the holders in order; `undefined` for a hash that the provider does not take
 */
export async function takeHashes(
  toolkit: IdentityToolkit,
  prefix: string,
  hashes: string[],
): Promise<(string | undefined)[]> {
  const holders: (string | undefined)[] = hashes.map(() => undefined);
  for (const [parameters, uploads] of groupByCost(prefix, hashes)) {
    for (let start = 0; start < uploads.length; start += BATCH) {
      const batch = uploads.slice(start, start + BATCH);
      const users = batch.map(({ localId, salt, passwordHash }) => ({
        ...waitingAccount(localId),
        salt,
        passwordHash,
      }));
      const body = { hashAlgorithm: 'ARGON2', argon2Parameters: JSON.parse(parameters), allowOverwrite: true, users };
      const { error = [] } = await toolkit.administrate<{ error?: { index: number }[] }>('accounts:batchCreate', body);
      const refused = new Set(error.map(({ index }) => index));
      for (const [index, { at, localId }] of batch.entries()) {
        if (!refused.has(index)) holders[at] = writeHolder(waitingAccount(localId));
      }
    }
  }
  return holders;
}

/** The hashes that the provider can verify, by their parameters as JSON: a request has the same for all its accounts. */
function groupByCost(prefix: string, hashes: string[]): Map<string, Upload[]> {
  const groups = new Map<string, Upload[]>();
  for (const [at, hash] of hashes.entries()) {
    const [, m, t, p, salt, tag] = FORM.exec(hash) ?? [];
    const cost = { memoryCostKib: Number(m), iterations: Number(t), parallelism: Number(p) };
    const isTaken = Object.entries(MOST).every(([name, most]) => cost[name as keyof typeof cost] <= most);
    if (salt === undefined || tag === undefined || !isTaken) continue;
    const tagBytes = Buffer.from(tag, 'base64');
    const parameters = JSON.stringify({
      hashType: 'ARGON2_ID',
      version: 'VERSION_13',
      hashLengthBytes: tagBytes.byteLength,
      ...cost,
    });
    const upload = {
      at,
      localId: `${prefix}${createHash('sha256').update(hash).digest('hex').slice(0, 32)}`,
      salt: Buffer.from(salt, 'base64').toString('base64'),
      passwordHash: tagBytes.toString('base64'),
    };
    groups.set(parameters, [...(groups.get(parameters) ?? []), upload]);
  }
  return groups;
}
