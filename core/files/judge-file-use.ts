import { items, publications } from '../content/collections.ts';
import { PURGING } from '../content/item.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import { isMediaId } from '../media/media.ts';
import type { FileDependencies } from './change-file.ts';
import type { FileUses } from './file-card.ts';
import { files, type SiteFile } from './site-file.ts';
import { documentsOfFile, stageFile } from './stage-file.ts';

/** Publications that are read at a time to see in which languages a file is handed out. Source: Meki's own. */
const BATCH = 20;

/**
 * Whether an item, in the trash or not, or something published uses a file, and in which languages the latter does. Of pictures the
 * languages are not asked for: many pages show one, and nobody searches for it.
 */
export async function readFileUses(
  store: Pick<DocumentStore, 'runQuery'>,
  { id, kind }: Pick<SiteFile, 'id' | 'kind'>,
): Promise<FileUses> {
  const where = [{ field: 'media', op: 'array-contains' as const, value: id }];
  const limit = kind === 'picture' ? 1 : BATCH;
  const languages = new Set<string>();
  for (let offset = 0; ; offset += limit) {
    const shown = await store.runQuery({ collection: publications.name, where, limit, offset });
    for (const { data } of shown) languages.add(String(data.language));
    if (kind === 'picture' || shown.length < limit) break;
  }
  if (languages.size > 0) return { isUsed: true, ...(kind !== 'picture' && { publicIn: [...languages].sort() }) };
  const found = await store.runQuery({ collection: items.name, where, limit: 20 });
  return { isUsed: found.some(({ data }) => data.trashedAt !== PURGING) };
}

/** Brings what lists say of the use of files up to date, and writes cards that are missing or of another form. */
export async function judgeFileUses(
  { store, config }: Pick<FileDependencies, 'store' | 'config'>,
  ids: Iterable<string>,
): Promise<void> {
  for (const id of ids) {
    if (!isMediaId(id)) continue;
    await retryOnConflict(async () => {
      const unit = new UnitOfWork(store);
      await unit.read(documentsOfFile(id));
      const file = unit.get(files.at(id));
      if (!file) return;
      stageFile(unit, config, file, await readFileUses(store, file));
      await unit.commit();
    });
  }
}
