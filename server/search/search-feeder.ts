import { items, publicationCards, publications } from '#core/content/collections.ts';
import type { Collection } from '#core/documents/collection.ts';
import type { DocumentPath, DocumentStore } from '#core/documents/document-store.ts';
import { everyDocument } from '#core/documents/every-document.ts';
import { getDocuments } from '#core/documents/typed-documents.ts';
import { type FileCard, fileCards } from '#core/files/file-card.ts';
import { files, type SiteFile } from '#core/files/site-file.ts';
import { fileEntries, itemEntries, publicEntry, publicFileEntries } from '#core/search/search-entry.ts';
import type { SearchEntry, SearchIndex } from '#core/search/search-index.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { type Following, followInSlices, type Turns } from '../listening/follow-in-slices.ts';
import type { Log } from '../log/log.ts';

/** Documents that are taken in at a time, in one transaction: those of 500 words occupy the main thread for about 10 ms. */
const BATCH = 8;

export interface SearchFeederOptions {
  store: DocumentStore;
  config: SiteConfig;
  index: Pick<SearchIndex, 'write' | 'sources'>;
  log: Pick<Log, 'info' | 'error'>;
  /** Called after each change of the public search. */
  onChanged?: (() => void) | undefined;
  /** Called when documents are to be read because they have changed, and when all are. */
  onReading?: ((paths: readonly DocumentPath[] | 'all') => void) | undefined;
  /** What the index has: all documents as they were at a place of the change feed, except some. */
  from?: { place: string; changed?: readonly DocumentPath[] } | undefined;
  /** @see SliceOptions */
  pause?: (() => Promise<void>) | undefined;
}

/** What one collection contributes to the index. */
interface Source<T> {
  collection: Collection<T>;
  /** The entries of each document, in order. */
  entriesOf(documents: T[]): SearchEntry[][] | Promise<SearchEntry[][]>;
  onChanged?: (() => void) | undefined;
}

/** Fills the public search and keeps it up to date. Until it is ready, searches may be incomplete. */
export function startPublicFeeder(options: SearchFeederOptions): Following {
  const { store, config, onChanged } = options;
  return startFeeder(options, {
    collection: publicationCards,
    async entriesOf(cards) {
      const documents = await getDocuments(
        store,
        cards.map((card) => publications.at(card.contentLanguage, card.type, card.slug)),
      );
      return cards.map((card, number) => [publicEntry(config, card, documents[number]?.data)]);
    },
    onChanged,
  });
}

/** The same for the files that pages hand out. */
export function startPublicFileFeeder(options: SearchFeederOptions): Following {
  const entriesOf = (found: FileCard[]) => found.map((card) => publicFileEntries(options.config, card));
  return startFeeder(options, { collection: fileCards, entriesOf, onChanged: options.onChanged });
}

/** The same for the search over items. */
export function startItemFeeder(options: SearchFeederOptions): Following {
  const entriesOf = (found: Parameters<typeof itemEntries>[1][]) =>
    found.map((item) => itemEntries(options.config, item));
  return startFeeder(options, { collection: items, entriesOf });
}

/** The same for the search over files. */
export function startFileFeeder(options: SearchFeederOptions): Following {
  const entriesOf = (found: SiteFile[]) => found.map((file) => fileEntries(options.config, file));
  return startFeeder(options, { collection: files, entriesOf });
}

/** Each document is read at its turn, so that the latest state is used, however often it changed. */
function startFeeder<T>(options: SearchFeederOptions, { collection, entriesOf, onChanged }: Source<T>): Following {
  const { store, index, log, onReading, from, pause } = options;
  const { name } = collection;

  async function take(documents: { path: DocumentPath; data: T | undefined }[], { next }: Turns): Promise<void> {
    for (let at = 0; at < documents.length; at += BATCH) {
      const batch = documents.slice(at, at + BATCH);
      const entries = await entriesOf(batch.flatMap(({ data }) => (data === undefined ? [] : [data])));
      if (!(await next())) return;
      index.write(
        batch.map(({ path, data }) => ({ source: path, entries: data === undefined ? [] : (entries.shift() ?? []) })),
      );
      onChanged?.();
    }
  }

  return followInSlices({
    store,
    collection: name,
    from: from && { ...from, changed: from.changed?.filter((path) => path.startsWith(`${name}/`)) ?? [] },
    async build(turns) {
      onReading?.('all');
      const missing = new Set(index.sources(name));
      let batch: { path: DocumentPath; data: T }[] = [];
      for await (const document of everyDocument(store, collection)) {
        if (turns.signal.aborted) return [];
        missing.delete(document.path);
        batch.push(document);
        if (batch.length < BATCH) continue;
        await take(batch, turns);
        batch = [];
      }
      await take(batch, turns);
      return [...missing];
    },
    async update(changes, turns) {
      const paths = changes.map(({ path }) => path);
      onReading?.(paths);
      const documents = await getDocuments(
        store,
        paths.map((path) => ({ path, collection })),
      );
      await take(
        paths.map((path, number) => ({ path, data: documents[number]?.data })),
        turns,
      );
    },
    onGap: () => log.info({ collection: name }, 'The search has missed changes; it reads all documents'),
    ...(pause && { pause }),
    onFailure: (error) => log.error({ err: error, collection: name }, 'The search index could not be updated'),
    onBreak: (error) => log.error({ err: error, collection: name }, 'Listening to changes for the search failed'),
  });
}
