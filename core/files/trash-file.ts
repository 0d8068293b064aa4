import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import { personOf } from '../audit/record-audit.ts';
import { changeFile, type FileDependencies, type FileOutcome } from './change-file.ts';

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
export function untrashFile(
  dependencies: FileDependencies,
  actor: Actor,
  { id }: { id: string },
): Promise<FileOutcome> {
  return changeFile(dependencies, actor, { id, inTrash: true }, ({ trashedAt: _, trashedBy: __, ...file }) => {
    requireMay(actor, 'file.trash');
    return { ok: true, file, entry: { action: 'media.untrashed' } };
  });
}
