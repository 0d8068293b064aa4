import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { media } from '#core/media/media.ts';
import type { StoredBytes } from '#core/system/system-report.ts';
import { DATABASE, PAGES, SEARCH } from '../data-folder/data-folder.ts';

/** Reads it. Costs one aggregation. @throws {StoreUnavailable} */
export async function readStoredBytes(
  store: Pick<DocumentStore, 'runAggregation'>,
  { dataDir, isShared }: { dataDir: string; isShared: boolean },
): Promise<StoredBytes> {
  const bytesOf = async (...names: string[]) => {
    const sizes = await Promise.all(
      names.map((name) =>
        stat(join(dataDir, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const [database, derived, [files], disk] = await Promise.all([
    bytesOf(DATABASE, `${DATABASE}-wal`),
    bytesOf(PAGES, `${PAGES}-wal`, SEARCH, `${SEARCH}-wal`),
    store.runAggregation({ collection: media.name }, [{ kind: 'sum', field: 'bytes' }]),
    statfs(dataDir).catch(() => undefined),
  ]);
  return {
    ...(!isShared && { database }),
    derived,
    files: files ?? 0,
    ...(disk && { disk: { size: disk.blocks * disk.bsize, free: disk.bavail * disk.bsize } }),
  };
}
