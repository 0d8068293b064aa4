import { MAX_IMPORTED_ADDRESSES } from '../addresses/imported-addresses.ts';
import { addresses, importedAddresses, items } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import { idOf } from '../documents/document-path.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { everyDocument } from '../documents/every-document.ts';
import type { Locale } from '../locales/locale.ts';
import type { FileStore } from '../media/file-store.ts';
import type { Media } from '../media/media.ts';
import { originalKey, originalName } from '../media/media-file.ts';
import { readMedia } from '../media/read-media.ts';
import { itemPath } from '../site/content-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { exportedItem, isPublicAsItIs, mediaOf } from './exported-item.ts';

/** Where an export writes. */
export interface ExportTarget {
  writeItem(type: string, id: string, value: object): Promise<void>;
  /** @param name unique for the contents */
  writeFile(name: string, bytes: Uint8Array): Promise<void>;
}

export interface ExportReport {
  items: number;
  files: number;
  /** What the export has in another way, or not at all, one line each. */
  notes: string[];
}

type OldAddresses = Map<string, { language: Locale; path: string }[]>;

/** Writes every item that is not in the trash, as `importItems` reads it back, and the files that items name. */
export async function exportItems(
  { store, files, config }: { store: DocumentStore; files: Pick<FileStore, 'read'>; config: SiteConfig },
  target: ExportTarget,
  onProgress: (progress: { items: number }) => void = () => {},
): Promise<ExportReport> {
  const report: ExportReport = { items: 0, files: 0, notes: [] };
  const old = await readOldAddresses(store, config);
  const written = new Set<string>();

  async function writeMedia(item: Item, ids: readonly string[]): Promise<Map<string, Media>> {
    const found = new Map<string, Media>();
    for (const { data } of (await readMedia(store, ids)).values()) {
      if (!written.has(data.id)) {
        const bytes = await files.read(originalKey(data));
        if (!bytes) {
          report.notes.push(`${item.id}: the file of the picture ${data.id} is missing`);
          continue;
        }
        await target.writeFile(originalName(data), bytes);
        written.add(data.id);
        report.files++;
      }
      found.set(data.id, data);
    }
    return found;
  }

  for await (const { data: item } of everyDocument(store, items)) {
    if (item.trashedAt !== undefined) continue;
    const type = config.contentTypes.find(({ key }) => key === item.type);
    if (!type) {
      report.notes.push(`${item.id}: left out, since the site has no content type "${item.type}"`);
      continue;
    }
    const paths = pathsOf(old.get(item.id) ?? [], item, config);
    if (paths.length > MAX_IMPORTED_ADDRESSES) {
      report.notes.push(`${item.id}: only the first ${MAX_IMPORTED_ADDRESSES} of its old addresses`);
    }
    const kept = paths.slice(0, MAX_IMPORTED_ADDRESSES);
    const value = exportedItem(item, {
      config,
      type,
      media: await writeMedia(item, mediaOf(item, type)),
      oldAddresses: (language) => kept.flatMap((entry) => (entry.language === language ? [entry.path] : [])),
    });
    await target.writeItem(item.type, item.id, value);
    report.notes.push(...stateNotes(item, config));
    report.items++;
    onProgress({ items: report.items });
  }
  return report;
}

/** Languages that an import cannot bring into the state that they have. */
function stateNotes(item: Item, config: SiteConfig): string[] {
  const codes = config.locales.map(({ code }) => code);
  return Object.entries(item.languages).flatMap(([language, content]) => {
    if (!codes.includes(language)) return [`${item.id}: left out in ${language}, which is no language of the site`];
    if (content.publishedSlug !== undefined && !isPublicAsItIs(content)) {
      return [`${item.id}: a draft in ${language}, since its text differs from the one that is public`];
    }
    return content.state === 'archived' ? [`${item.id}: a draft in ${language}, where it is archived`] : [];
  });
}

/** The addresses that lead to items, by item: those that they had here, and those of sites that were imported. */
async function readOldAddresses(store: DocumentStore, config: SiteConfig): Promise<OldAddresses> {
  const found: OldAddresses = new Map();
  const add = (itemId: string, language: Locale, path: string) => {
    const paths = found.get(itemId) ?? [];
    paths.push({ language, path });
    found.set(itemId, paths);
  };
  for await (const { data } of everyDocument(store, importedAddresses)) {
    add(data.itemId, data.language, data.path.split('/').map(encodeURIComponent).join('/'));
  }
  for await (const { path, data } of everyDocument(store, addresses)) {
    const [language = '', type = '', slug = ''] = idOf({ path }).split(':');
    const definition = config.contentTypes.find(({ key }) => key === type);
    if (!definition || definition.appearsAs === 'faq') continue;
    if (definition.appearsAs === 'collection' && definition.segments[language] === undefined) continue;
    add(data.itemId, language, itemPath(config, language, { itemId: '', type, slug }));
  }
  return found;
}

/** Without those that the item has now, also in place of a missing language. */
function pathsOf(found: { language: Locale; path: string }[], item: Item, config: SiteConfig) {
  const slugs = Object.values(item.languages).flatMap(({ publishedSlug, slug }) => [publishedSlug ?? slug, slug]);
  const present = new Set(
    config.locales.flatMap(({ code }) =>
      slugs.filter(Boolean).map((slug) => itemPath(config, code, { itemId: item.id, type: item.type, slug })),
    ),
  );
  const paths = new Map(found.filter(({ path }) => !present.has(path)).map((entry) => [entry.path, entry]));
  return [...paths.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}
