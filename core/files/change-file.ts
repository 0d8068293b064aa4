import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import type { AuditAction } from '../audit/audit-actions.ts';
import { type AuditDetails, auditWrite, onRecord, personOf } from '../audit/audit-log.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { getDocuments } from '../documents/typed-documents.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { files, type SiteFile } from './site-file.ts';
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
interface FileDecision {
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
      const unit = new UnitOfWork(store);
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

/** Days that a file stays in the trash. Source: the product's specification. */
export const FILE_TRASH_DAYS = 30;

/** Puts a file into the trash: what uses it is shown without it until it comes back. @throws {Forbidden} */
export function trashFile(dependencies: FileDependencies, actor: Actor, { id }: { id: string }): Promise<FileOutcome> {
  return changeFile(dependencies, actor, { id }, (file, at) => {
    requireMay(actor, 'file.trash');
    return {
      ok: true,
      file: { ...file, trashedAt: at, trashedBy: personOf(actor) },
      entry: { action: 'media.trashed' },
    };
  });
}

/** Takes a file out of the trash. @throws {Forbidden} */
export async function untrashFile(
  dependencies: FileDependencies,
  actor: Actor,
  { id }: { id: string },
): Promise<FileOutcome> {
  requireMay(actor, 'file.trash');
  return takeOut(dependencies, actor, id);
}

/**
 * Takes files out of the trash that a text shows again. Whoever may restore the text need not be somebody who may empty the trash, as
 * with an upload of the same bytes. @param ids others than those of files in the trash are passed over
 */
export async function untrashShown(
  dependencies: FileDependencies,
  actor: Actor,
  ids: readonly string[],
): Promise<void> {
  const refs = ids.map((id) => files.at(id));
  for (const document of refs.length > 0 ? await getDocuments(dependencies.store, refs) : []) {
    if (document?.data.trashedAt !== undefined) await takeOut(dependencies, actor, document.data.id);
  }
}

function takeOut(dependencies: FileDependencies, actor: Actor, id: string): Promise<FileOutcome> {
  const target = { id, inTrash: true };
  return changeFile(dependencies, actor, target, ({ trashedAt: _, trashedBy: __, ...file }) => ({
    ok: true,
    file,
    entry: { action: 'media.untrashed' },
  }));
}
