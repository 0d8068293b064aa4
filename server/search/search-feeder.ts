import { publicationCards, publications } from '#core/content/collections.ts';
import type { PublicationCard } from '#core/content/publication.ts';
import { documentPath, idOf } from '#core/documents/document-path.ts';
import type { DocumentPath, DocumentStore, FeedChange } from '#core/documents/document-store.ts';
import { getDocuments } from '#core/documents/typed-documents.ts';
import type { PublishedContent } from '#core/public-content/published-content.ts';
import { createSearchEntry } from '#core/search/search-entry.ts';
import type { SearchEntry, SearchIndex } from '#core/search/search-index.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { type Following, followInSlices, type Turns } from '../listening/follow-in-slices.ts';
import type { Log } from '../log/log.ts';
import { restoreIndex } from './restore-index.ts';
import type { SearchSnapshot } from './search-snapshot.ts';

/** Publications per read. */
const BATCH = 10;

export interface SearchFeederOptions {
  store: DocumentStore;
  /** Reads through the same store. */
  content: PublishedContent;
  config: SiteConfig;
  index: SearchIndex;
  /** Called after each change of the index. */
  onChanged?: () => void;
  log: Pick<Log, 'error'>;
  /** The stored index to begin with. */
  snapshot?: SearchSnapshot | undefined;
  /** @see SliceOptions */
  pause?: () => Promise<void>;
}

/** Builds the public search and keeps it up to date. Until it is ready, searches are incomplete. */
export function startSearchFeeder({
  store,
  content,
  config,
  index,
  onChanged,
  log,
  snapshot,
  pause,
}: SearchFeederOptions): Following {
  async function put(cards: PublicationCard[], { signal, reach, taken }: Turns): Promise<void> {
    for (let from = 0; from < cards.length && !signal.aborted; from += BATCH) {
      const batch = cards.slice(from, from + BATCH);
      const documents = await getDocuments(
        store,
        batch.map((card) => publications.at(card.contentLanguage, card.type, card.slug)),
      );
      for (const [number, card] of batch.entries()) {
        const { path } = publicationCards.at(card.language, card.itemId);
        if (!(await reach(path))) continue;
        index.put(createSearchEntry(config, card, documents[number]?.data));
        onChanged?.();
        taken.add(path);
      }
    }
  }

  async function build(turns: Turns): Promise<void> {
    const isRestored = await restoreIndex<SearchEntry>(snapshot, turns, {
      pathOf: ({ id }) => documentPath(publicationCards.name, id),
      put(entry) {
        index.put(entry);
        onChanged?.();
      },
      remove,
      update,
    });
    if (isRestored) return;
    for (const { code } of config.locales) {
      for await (const batch of content.everyCard(code)) {
        if (turns.signal.aborted) return;
        await put(batch, turns);
      }
    }
  }

  function remove(path: DocumentPath): void {
    index.remove(idOf({ path }));
    onChanged?.();
  }

  async function update(changes: FeedChange[], turns: Turns): Promise<void> {
    snapshot?.noteChanged(changes.map(({ path }) => path));
    const cards = await getDocuments(
      store,
      changes.map(({ path }) => ({ path, collection: publicationCards })),
    );
    for (const [number, { path }] of changes.entries()) {
      if (cards[number]) continue;
      turns.taken.delete(path);
      remove(path);
    }
    await put(
      cards.flatMap((card) => card?.data ?? []),
      turns,
    );
  }

  return followInSlices({
    store,
    collection: publicationCards.name,
    from: snapshot?.find,
    build,
    update,
    onGap: snapshot?.forget,
    ...(pause && { pause }),
    onFailure: (error) => log.error({ err: error }, 'The search index could not be updated'),
    onBreak: (error) => log.error({ err: error }, 'Listening to changes for the search failed'),
  });
}
