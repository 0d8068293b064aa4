import { createHmac } from 'node:crypto';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { retryOnConflict } from '#core/documents/retry-on-conflict.ts';
import { UnitOfWork } from '#core/documents/unit-of-work.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import { StartFailure } from '../process/start-failure.ts';

/** The document whose `purpose` is made of the secret of all instances, which cannot be found from it. */
export const SECRET_CHECK = jobs.at('secret');

/**
 * Refuses a secret that differs from that of the other instances: codes of one would be invalid at another. Costs one read.
 * @param notes whether to store what the next one is compared with, where there is nothing yet
 * @throws {StartFailure}
 */
export async function requireSameSecret(store: DocumentStore, secret: string, notes: boolean): Promise<void> {
  const own = createHmac('sha256', secret).update('the secret of all instances').digest('base64url');
  const known = await retryOnConflict(async () => {
    const unit = new UnitOfWork(store);
    await unit.read([SECRET_CHECK]);
    const record = unit.get(SECRET_CHECK);
    if (record || !notes) return record?.purpose;
    unit.set(SECRET_CHECK, { purpose: own });
    await unit.commit();
    return own;
  });
  if (known === undefined || known === own) return;
  throw new StartFailure(
    'MEKI_SECRET is not the one that this site was first started with: all instances and commands need the same (docs/cloud.md).',
  );
}
