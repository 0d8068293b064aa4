import type { Actor } from '../access/actor.ts';
import type { AuditAction } from '../audit/audit-actions.ts';
import type { AuditDetails } from '../audit/audit-log-collection.ts';
import { auditWrite, onRecord } from '../audit/record-audit.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { createUnitOfWork, type UnitOfWork } from '../documents/unit-of-work.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { SiteFile } from './site-file.ts';
import { type ChangedFile, documentsOfFile, stageFile } from './stage-file.ts';

export interface FileDependencies {
  store: DocumentStore;
  config: Pick<SiteConfig, 'locales' | 'defaultLocale'>;
  /** Milliseconds since 1970; default: the system clock. */
  now?: (() => number) | undefined;
}

/** Unless `ok`, nothing has changed. `conflict`: somebody else has changed it since the caller looked. */
export type FileOutcome<Reason extends string = never> =
  | { ok: true; file: SiteFile }
  | { ok: false; reason: 'not-found' | 'in-trash' | 'conflict' | Reason };

/** A decision about a file, and its audit entry, if any. */
export interface FileDecision {
  ok: true;
  file: ChangedFile;
  entry?: { action: AuditAction; details?: AuditDetails };
}

type Refusal<Reason extends string> = { ok: false; reason: 'conflict' | Reason };

/**
 * Reads a file, decides, and commits the decision with its card and audit entry; retries on conflict. `decide` throws `Forbidden` if
 * the actor lacks the right, and may stage more writes.
 * @param target.expectedVersion of the bytes; on a mismatch the answer is `conflict`
 * @param target.inTrash whether the file must be in the trash; default: it must not
 */
export async function changeFile<Reason extends string = never>(
  { store, config, now = Date.now }: FileDependencies,
  actor: Actor,
  target: { id: string; expectedVersion?: number | undefined; inTrash?: boolean },
  decide: (
    file: SiteFile,
    at: number,
    unit: UnitOfWork,
  ) => FileDecision | Refusal<Reason> | Promise<FileDecision | Refusal<Reason>>,
): Promise<FileOutcome<Reason>> {
  const { id, expectedVersion, inTrash = false } = target;
  const [ref] = documentsOfFile(id);
  return retryOnConflict<FileOutcome<Reason>>(
    async () => {
      const unit = createUnitOfWork(store);
      await unit.read(documentsOfFile(id));
      const file = unit.get(ref);
      if (!file) return { ok: false, reason: 'not-found' };
      const at = now();
      const decided = await decide(file, at, unit);
      if (!decided.ok) return decided;
      if ((file.trashedAt !== undefined) !== inTrash) return { ok: false, reason: inTrash ? 'not-found' : 'in-trash' };
      if (expectedVersion !== undefined && expectedVersion !== file.version) return { ok: false, reason: 'conflict' };
      stageFile(unit, config, decided.file);
      if (decided.entry) unit.append(auditWrite({ ...decided.entry, at, actor: onRecord(actor), object: named(file) }));
      await unit.commit();
      return { ok: true, file: unit.get(ref) ?? file };
    },
    { giveUp: () => ({ ok: false, reason: 'conflict' }) },
  );
}

/** The file as the audit log names it. */
export function named({ id, current }: Pick<SiteFile, 'id' | 'current'>) {
  return { kind: 'media', id, name: current.name } as const;
}
