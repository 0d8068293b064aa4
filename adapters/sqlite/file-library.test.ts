import { expect, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { auditLog } from '#core/audit/audit-log.ts';
import { contentCollectionsIn } from '#core/content/collections.ts';
import type { Collection } from '#core/documents/collection.ts';
import { trashFile } from '#core/files/change-file.ts';
import { judgeFileUses } from '#core/files/judge-file-use.ts';
import { replaceFile } from '#core/files/replace-file.ts';
import { fileCollectionsIn } from '#core/files/stage-file.ts';
import { storeFile } from '#core/files/store-file.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import { purgeFileTrash } from '#core/media-uses/delete-media.ts';
import { findMediaUses } from '#core/media-uses/find-media-uses.ts';
import { askLibrary } from '../../test/helpers/content/ask-library.ts';
import { createItemSite, person } from '../../test/helpers/content/create-item-site.ts';
import { notePlans, openSqlite } from '../../test/helpers/documents/note-plans.ts';
import { acceptPictures } from '../../test/helpers/importing/accept-pictures.ts';

const eva = person('editor', 'eva');
const drawing = (name: string) =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg"><!--${name}--></svg>`);

test('a file lives from its upload to the end of its time in the trash, every question led by an index', async () => {
  const languages = ['es', 'en'];
  const collections = [...contentCollectionsIn(languages), ...fileCollectionsIn(languages), auditLog, jobs];
  const { store, expectIndexed } = notePlans(await openSqlite(collections as Collection[]));
  const site = createItemSite(store);
  const dependencies = { ...site.dependencies, files: createMemoryFileStore(), pictures: acceptPictures };
  const stored = await storeFile(dependencies, eva, { name: 'a.svg', contents: drawing('a') });
  const id = stored.ok ? stored.file.id : '';
  expect(
    await replaceFile(dependencies, eva, { id, expectedVersion: 1, name: 'b.svg', contents: drawing('b') }),
  ).toMatchObject({
    ok: true,
  });
  await judgeFileUses(dependencies, [id]);
  expect(await findMediaUses(store, site.config, id, 9)).toEqual([]);
  await askLibrary(store);
  await trashFile(dependencies, eva, { id });
  site.clock.time += 30 * 24 * 3_600_000;
  expect(await purgeFileTrash(dependencies)).toBe(1);
  expectIndexed(20);
});
