import type { DocumentStore } from '#core/documents/document-store.ts';
import { mailQueue } from '#core/messages/mail-queue-collection.ts';
import type { StoredBytes } from '#core/system/system-report.ts';
import { readStoredBytes } from './stored-bytes.ts';

/** Milliseconds for which what was read holds: it costs two aggregations. Source: Meki's own. */
const HOLDS = 30_000;

/** What must be asked for: members are missing where that was not possible. */
export interface SystemFacts {
  mailsWaiting?: number;
  stored?: StoredBytes;
}

export interface SystemFactsOptions {
  store: Pick<DocumentStore, 'runAggregation'>;
  dataDir: string;
  isShared: boolean;
  now?: () => number;
}

/** Reads it, at most every 30 s. */
export function createSystemFacts({ store, now = Date.now, ...place }: SystemFactsOptions): () => Promise<SystemFacts> {
  let known: { at: number; facts: Promise<SystemFacts> } | undefined;

  async function read(): Promise<SystemFacts> {
    const [mails, stored] = await Promise.all([
      store.runAggregation({ collection: mailQueue.name }, [{ kind: 'count' }]).catch(() => undefined),
      readStoredBytes(store, place).catch(() => undefined),
    ]);
    const mailsWaiting = mails?.[0] ?? undefined;
    return { ...(mailsWaiting !== undefined && { mailsWaiting }), ...(stored && { stored }) };
  }

  return () => {
    if (!known || Math.abs(now() - known.at) >= HOLDS) known = { at: now(), facts: read() };
    return known.facts;
  };
}
