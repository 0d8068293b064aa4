import type { ItemSearch } from '#core/search/item-search.ts';
import type { Following } from '../listening/follow-in-slices.ts';
import { startItemSearchFeeder } from './item-search-feeder.ts';
import { type SearchFeederOptions, startSearchFeeder } from './search-feeder.ts';

/**
 * Builds the public search and then, because visitors come first, the search over items, and keeps both up to date.
 * @returns `ready` concerns the public search
 */
export function startSearchFeeders(options: SearchFeederOptions & { itemSearch: ItemSearch }): Following {
  const { store, itemSearch, log, pause } = options;
  const feeder = startSearchFeeder(options);
  let itemFeeder: Following | undefined;
  let isStopped = false;
  void feeder.ready.then(() => {
    if (!isStopped) itemFeeder = startItemSearchFeeder({ store, index: itemSearch, log, ...(pause && { pause }) });
  });
  return {
    ready: feeder.ready,
    stop() {
      isStopped = true;
      feeder.stop();
      itemFeeder?.stop();
    },
  };
}
