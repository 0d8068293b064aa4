import { contentHash } from '#core/documents/content-hash.ts';
import type { FileStore } from '#core/media/file-store.ts';
import type { ItemSearch } from '#core/search/item-search.ts';
import type { Following } from '../listening/follow-in-slices.ts';
import type { Log } from '../log/log.ts';
import { startItemSearchFeeder } from './item-search-feeder.ts';
import { type SearchFeederOptions, startSearchFeeder } from './search-feeder.ts';
import { createSearchSnapshot, type SearchSnapshot } from './search-snapshot.ts';

export interface SearchFeedersOptions extends Omit<SearchFeederOptions, 'snapshot'> {
  itemSearch: ItemSearch;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Where to store snapshots of the indexes, since each document that is read is billed; without it, there are none. */
  snapshotFiles?: Pick<FileStore, 'read' | 'write'> | undefined;
}

/**
 * Builds the public search and then, because visitors come first, the search over items, and keeps both up to date.
 * @returns `ready` concerns the public search
 */
export function startSearchFeeders(options: SearchFeedersOptions): { ready: Promise<void>; stop(): Promise<void> } {
  const { store, config, index, itemSearch, log, pause, snapshotFiles } = options;
  const stops: (() => void | Promise<void>)[] = [];
  let isStopped = false;

  function snapshotOf(name: string): SearchSnapshot | undefined {
    const purpose = contentHash([config.locales, config.contentTypes, config.tags]);
    return snapshotFiles && createSearchSnapshot({ store, files: snapshotFiles, name, purpose, log });
  }

  function keep(snapshot: SearchSnapshot | undefined, entries: () => Iterable<unknown>, { isDone }: Following): void {
    if (snapshot && !isStopped) stops.push(snapshot.keep({ entries, isDone }));
  }

  const snapshot = snapshotOf('public');
  const feeder = startSearchFeeder({ ...options, snapshot });
  stops.push(feeder.stop);
  void feeder.ready.then(async () => {
    if (isStopped) return;
    keep(snapshot, index.entries, feeder);
    const itemSnapshot = snapshotOf('items');
    const itemFeeder = startItemSearchFeeder({
      ...{ store, index: itemSearch, log, snapshot: itemSnapshot },
      ...(pause && { pause }),
    });
    stops.push(itemFeeder.stop);
    await itemFeeder.ready;
    keep(itemSnapshot, itemSearch.entries, itemFeeder);
  });
  return {
    ready: feeder.ready,
    async stop() {
      isStopped = true;
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
