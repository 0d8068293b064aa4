import { importedItems, items } from '../content/collections.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { everyDocument } from '../documents/every-document.ts';
import { getDocument } from '../documents/typed-documents.ts';

/**
 * Items that were imported from files and folders before, and are not in them any more: `file: id`. Items in the trash are left out.
 * @param read.seen the ids that were read
 * @param read.unclear files that could not be read, or only in part
 */
export async function findGoneItems(
  store: DocumentStore,
  paths: readonly string[],
  { seen, unclear }: { seen: ReadonlySet<string>; unclear: ReadonlySet<string> },
): Promise<string[]> {
  const gone: string[] = [];
  for await (const { data } of everyDocument(store, importedItems)) {
    const { itemId, file } = data;
    if (seen.has(itemId) || unclear.has(file) || !paths.some((path) => isWithin(path, file))) continue;
    const item = await getDocument(store, items.at(itemId));
    if (item && item.data.trashedAt === undefined) gone.push(`${file}: ${itemId}`);
  }
  return gone.sort();
}

function isWithin(path: string, file: string): boolean {
  const folder = path.replace(/\/+$/, '');
  return file === folder || file.startsWith(`${folder}/`) || (folder === '.' && !/^(?:\.\.)?\//.test(file));
}
