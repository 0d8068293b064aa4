import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import { personOf } from '../audit/record-audit.ts';
import { getDocuments } from '../documents/typed-documents.ts';
import { changeFile, type FileDependencies, type FileOutcome } from './change-file.ts';
import { files } from './site-file.ts';

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
