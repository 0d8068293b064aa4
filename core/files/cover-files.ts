import type { DocumentStore } from '../documents/document-store.ts';
import { everyDocument } from '../documents/every-document.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { getDocument, setDocument } from '../documents/typed-documents.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import { jobs } from '../jobs/jobs-collection.ts';
import { keptMedia, type Media, media } from '../media/media.ts';
import { extensionOf } from '../media/media-file.ts';
import type { FileDependencies } from './change-file.ts';
import { fileCards } from './file-card.ts';
import { cleanFileName } from './file-name.ts';
import { judgeFileUses, readFileUses } from './judge-file-use.ts';
import { files } from './site-file.ts';
import { documentsOfFile, stageFile, stageFiled } from './stage-file.ts';
import { newFile, uploadOf } from './store-file.ts';

/** Increase when cards of files have another form. */
const PURPOSE = '3';

const JOB = jobs.at('files');

/** Whether all bytes have files, and all files cards. */
async function areFilesCovered(store: Pick<DocumentStore, 'batchGet'>): Promise<boolean> {
  const record = (await getDocument(store, JOB))?.data;
  return record?.purpose === PURPOSE && record.done === true;
}

/**
 * Makes a file of all bytes that were uploaded before there were files, and the cards that files lack. Once complete, it does
 * nothing; interrupted, it passes over what is done.
 * @returns the number of files made
 */
export async function coverFiles(
  dependencies: Pick<FileDependencies, 'store' | 'config'>,
  { signal, pause }: { signal?: AbortSignal | undefined; pause?: (() => Promise<void>) | undefined } = {},
): Promise<number> {
  const { store } = dependencies;
  if (await areFilesCovered(store)) return 0;
  let made = 0;
  for await (const { data } of everyDocument(store, media)) {
    if (signal?.aborted) return made;
    await pause?.();
    if (await coverMedia(dependencies, data)) made++;
  }
  for await (const { data } of everyDocument(store, files)) {
    if (signal?.aborted) return made;
    await pause?.();
    await judgeFileUses(dependencies, [data.id]);
  }
  await store.commit([setDocument(JOB, { purpose: PURPOSE, done: true })]);
  return made;
}

/** Makes the file of bytes that no file has. */
function coverMedia({ store, config }: Pick<FileDependencies, 'store' | 'config'>, found: Media): Promise<boolean> {
  return retryOnConflict(async () => {
    const { id } = found;
    const held = await store.runQuery({
      collection: files.name,
      where: [{ field: 'held', op: 'array-contains', value: id }],
      limit: 1,
    });
    if (held.length > 0) return false;
    const unit = new UnitOfWork(store);
    await unit.read([media.at(id), ...documentsOfFile(id)]);
    const bytes = keptMedia(unit.get(media.at(id)));
    // Bytes that a file no longer has keep its id from others.
    if (!bytes || unit.get(files.at(id)) || unit.get(fileCards.at(id))) return false;
    const name = cleanFileName(bytes.name, extensionOf(bytes.contentType));
    const upload = uploadOf(bytes, { name, at: bytes.storedAt ?? 0 });
    stageFiled(unit, id);
    const file = newFile(id, upload, config.defaultLocale, false);
    stageFile(unit, config, file, await readFileUses(store, file));
    await unit.commit();
    return true;
  });
}
