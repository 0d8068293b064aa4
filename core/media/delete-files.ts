import type { FileStore } from './file-store.ts';

/** Keys per listing. */
const PAGE = 100;

/** Deletes a media file in all forms that are stored. @throws {FileStoreUnavailable} */
export async function deleteFiles(files: Pick<FileStore, 'list' | 'delete'>, id: string): Promise<void> {
  for (;;) {
    const keys = await files.list(`media/${id}`, undefined, PAGE);
    for (const key of keys) await files.delete(key);
    if (keys.length < PAGE) return;
  }
}
