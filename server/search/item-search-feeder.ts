import { items } from '#core/content/collections.ts';
import type { Item } from '#core/content/item.ts';
import { idOf } from '#core/documents/document-path.ts';
import type { DocumentPath, DocumentStore, FeedChange } from '#core/documents/document-store.ts';
import { everyDocument } from '#core/documents/every-document.ts';
import { getDocuments } from '#core/documents/typed-documents.ts';
import type { ItemSearch, ItemSearchEntry } from '#core/search/item-search.ts';
import { type Following, followInSlices, type Turns } from '../listening/follow-in-slices.ts';
import type { Log } from '../log/log.ts';
import { restoreIndex } from './restore-index.ts';
import type { SearchSnapshot } from './search-snapshot.ts';

export interface ItemSearchFeederOptions {
  store: DocumentStore;
  index: Pick<ItemSearch, 'put' | 'remove' | 'restore'>;
  log: Pick<Log, 'error'>;
  /** The stored index to begin with. */
  snapshot?: SearchSnapshot | undefined;
  /** @see SliceOptions */
  pause?: () => Promise<void>;
}

/** Builds the search over items and keeps it up to date, in slices between which requests are served. */
export function startItemSearchFeeder({ store, index, log, snapshot, pause }: ItemSearchFeederOptions): Following {
  async function put(path: DocumentPath, item: Item | undefined, { reach, taken }: Turns): Promise<void> {
    if (!(await reach(path))) return;
    if (item) {
      taken.add(path);
      index.put(item);
    } else {
      taken.delete(path);
      index.remove(idOf({ path }));
    }
  }

  async function build(turns: Turns): Promise<void> {
    const isRestored = await restoreIndex<ItemSearchEntry>(snapshot, turns, {
      pathOf: ({ itemId }) => items.at(itemId).path,
      put: index.restore,
      remove: (path) => index.remove(idOf({ path })),
      update,
    });
    if (isRestored) return;
    for await (const { path, data } of everyDocument(store, items)) {
      if (turns.signal.aborted) return;
      await put(path, data, turns);
    }
  }

  /** Each item is read at its turn, so that the latest state is used, however often it changed. */
  async function update(changes: FeedChange[], turns: Turns): Promise<void> {
    snapshot?.noteChanged(changes.map(({ path }) => path));
    const documents = await getDocuments(
      store,
      changes.map((change) => items.at(idOf(change))),
    );
    for (const [number, { path }] of changes.entries()) {
      await put(path, documents[number]?.data, turns);
    }
  }

  return followInSlices({
    store,
    collection: items.name,
    from: snapshot?.find,
    build,
    update,
    onGap: snapshot?.forget,
    ...(pause && { pause }),
    onFailure: (error) => log.error({ err: error }, 'The search index of items could not be updated'),
    onBreak: (error) => log.error({ err: error }, 'Listening to items for the search failed'),
  });
}
