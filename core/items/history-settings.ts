import { z } from 'zod';
import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import { auditWrite, onRecord } from '../audit/record-audit.ts';
import { defineCollection } from '../documents/collection.ts';
import type { DocumentReader, DocumentStore } from '../documents/document-store.ts';
import { getDocument, setDocument } from '../documents/typed-documents.ts';

/** Days for which an owner may keep every revision. Source: Meki's own. */
export const HISTORY_DAYS = [90, 180, 365, 730, 1_825] as const;

const schema = z.strictObject({
  /** Days for which every revision is kept; afterwards, one a week. Missing: for good. */
  fullDays: z.literal(HISTORY_DAYS).exactOptional(),
});

export type HistorySettings = z.infer<typeof schema>;

/** `history-settings/chosen`, the only document. Missing until an owner chooses. */
export const historySettings = defineCollection({
  name: 'history-settings',
  key: () => 'chosen',
  schema,
  indexes: [],
  policy: { read: 'private' },
});

export async function readHistorySettings(store: Pick<DocumentReader, 'batchGet'>): Promise<HistorySettings> {
  return (await getDocument(store, historySettings.at()))?.data ?? {};
}

/** Chooses for how long every revision is kept. @throws {Forbidden} */
export async function chooseHistory(
  { store, now = Date.now }: { store: DocumentStore; now?: () => number },
  actor: Actor,
  settings: HistorySettings,
): Promise<void> {
  requireMay(actor, 'settings.manage');
  await store.commit([
    setDocument(historySettings.at(), settings),
    auditWrite({ at: now(), actor: onRecord(actor), action: 'site.history-changed' }),
  ]);
}
