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
import type { SetAlarm } from '../jobs/alarm.ts';
import { keepPlace } from '../jobs/follow-from-place.ts';
import { type Following, followInSlices, type Turns } from '../listening/follow-in-slices.ts';
import type { Log } from '../log/log.ts';
import type { SearchSnapshot } from './search-snapshot.ts';

export interface SearchOptions extends Omit<SearchFeederOptions, 'from' | 'onReading' | 'index'> {
  index: SearchIndex;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Where the index is stored for other instances; without it, its own file is what the next process goes on with. */
  snapshot?: SearchSnapshot | undefined;
  setAlarm?: SetAlarm;
}

/** Those of the public search for pages and files, of items and of files. */
const FEEDERS = 4;

/**
 * Brings the public search up to date and then, because visitors come first, the search over items and files, and follows changes. From time to
 * time it stores the place of the change feed up to which everything is in the index, so that a later process reads only what is new.
 * @returns `ready` concerns the public search; `complete` resolves once everything that there was can be found
 */
export function startSearch(options: SearchOptions): {
  ready: Promise<void>;
  complete: Promise<void>;
  isDone(): boolean;
  stop(): Promise<void>;
} {
  const { store, index, log, snapshot, setAlarm } = options;
  const feeders: Following[] = [];
  const isDone = () => feeders.length === FEEDERS && feeders.every((feeder) => feeder.isDone());
  let isStopped = false;
  const complete = Promise.withResolvers<void>();
  let isFailing = false;
  let stopKeeping = async () => {};

  async function begin(): Promise<void> {
    const stored = await snapshot?.restore();
    const place = snapshot ? stored?.place : index.place();
    const from = place === undefined ? undefined : { place, changed: stored?.changed ?? [] };
    const start = async (startOne: typeof startPublicFeeder) => {
      if (isStopped) return;
      const feeder = startOne({ ...options, from, onReading: snapshot && ((paths) => snapshot.noteReading(paths)) });
      feeders.push(feeder);
      await feeder.ready;
    };
    index.onInvalidated(() => feeders.forEach(({ rebuild }) => void rebuild()));
    await start(startPublicFeeder);
    void start(startPublicFileFeeder)
      .then(() => start(startItemFeeder))
      .then(() => start(startFileFeeder))
      .then(complete.resolve)
      .then(keep);
  }

  function keep(): void {
    if (isStopped) return;
    const keeper = keepPlace({
      ...{ store, isDone, setAlarm },
      async save(reached) {
        index.setPlace(reached);
        await snapshot?.save(reached);
        isFailing = false;
      },
      onFailure(error) {
        if (!isFailing) log.warn({ err: error }, 'The search index could not be stored; retrying');
        isFailing = true;
      },
    });
    stopKeeping = keeper.stop;
  }

  return {
    complete: complete.promise,
    ready: begin().catch((error: unknown) => log.error({ err: error }, 'The search could not be started')),
    isDone,
    async stop() {
      isStopped = true;
      for (const feeder of feeders) feeder.stop();
      await stopKeeping();
      await snapshot?.stop();
    },
  };
}

/** Documents that are taken in at a time, in one transaction: those of 500 words occupy the main thread for about 10 ms. */
const BATCH = 8;

interface SearchFeederOptions {
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
function startFileFeeder(options: SearchFeederOptions): Following {
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
