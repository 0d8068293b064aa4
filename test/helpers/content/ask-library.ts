import type { DocumentStore } from '#core/documents/document-store.ts';
import {
  countFiles,
  FILE_SORTS,
  type FileSearch,
  listFiles,
  listFileTags,
  listUploaders,
} from '#core/files/list-files.ts';
import { findMediaUses } from '#core/media-uses/find-media-uses.ts';
import { testConfig } from './create-content-site.ts';
import { person } from './create-item-site.ts';

const FILTERS: Partial<FileSearch>[] = [
  {},
  { isUsed: true },
  { lacksAlt: 'es' },
  { missing: 'en' },
  { stale: 'en' },
  { uploaderId: 'eva' },
  { largerThan: 1 },
  { tag: 'x' },
  { tag: 'x', isUsed: false },
];

/** Asks a store, whose site has Spanish and English, everything that the library of files can ask. */
export async function askLibrary(store: DocumentStore): Promise<void> {
  const editor = person('editor');
  for (const place of ['library', 'trash'] as const) {
    for (const filter of FILTERS) {
      for (const [sort, language] of FILE_SORTS.flatMap((each) => [[each, 'es'] as const, [each, 'en'] as const])) {
        const search = { place, sort, language, ...filter };
        await listFiles({ store, findFiles: async () => [] }, editor, { ...search, limit: 9 });
        await countFiles(store, editor, search);
      }
    }
    await listUploaders(store, editor, place);
  }
  await listFileTags(store, editor);
  await findMediaUses(store, testConfig, 'a'.repeat(32), 9);
}
