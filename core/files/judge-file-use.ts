import { items, publications } from '../content/collections.ts';
import { PURGING } from '../content/item.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { createUnitOfWork } from '../documents/unit-of-work.ts';
import { isMediaId } from '../media/read-media.ts';
import type { FileDependencies } from './change-file.ts';
import { files } from './site-file.ts';
import { documentsOfFile, stageFile } from './stage-file.ts';

/** Whether an item, in the trash or not, or something published uses a file. */
export async function isFileUsed(store: Pick<DocumentStore, 'runQuery'>, id: string): Promise<boolean> {
  const where = [{ field: 'media', op: 'array-contains' as const, value: id }];
  const shown = await store.runQuery({ collection: publications.name, where, limit: 1 });
  if (shown.length > 0) return true;
  const found = await store.runQuery({ collection: items.name, where, limit: 20 });
  return found.some(({ data }) => data.trashedAt !== PURGING);
}

/** Brings what lists say of the use of files up to date, and writes cards that are missing or of another form. */
export async function judgeFileUses(
  { store, config }: Pick<FileDependencies, 'store' | 'config'>,
  ids: Iterable<string>,
): Promise<void> {
  for (const id of ids) {
    if (!isMediaId(id)) continue;
    await retryOnConflict(async () => {
      const unit = createUnitOfWork(store);
      await unit.read(documentsOfFile(id));
      const file = unit.get(files.at(id));
      if (!file) return;
      stageFile(unit, config, file, await isFileUsed(store, id));
      await unit.commit();
    });
  }
}
