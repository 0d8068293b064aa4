import { publicationCards, publications } from '#core/content/collections.ts';
import { idOf } from '#core/documents/document-path.ts';
import type { DocumentStore, FeedChange } from '#core/documents/document-store.ts';
import { isSiteTypeKey } from '#core/site/site-types.ts';
import { listenFromNow } from '../listening/listen-from-now.ts';
import type { Log } from '../log/log.ts';

/** A number that increases whenever the public lists may have changed. */
export interface CardsRevision {
  current(): number;
  stop(): void;
}

/** Increases with every commit that changes publication cards, or what is published about the site. */
export function followCardsRevision(store: DocumentStore, log: Pick<Log, 'error'>): CardsRevision {
  let revision = 0;
  const grow = () => {
    revision += 1;
  };
  const stop = listenFromNow(store, [publicationCards.name, publications.name], {
    onStart: grow,
    onChanges(changes) {
      if (changes.some(concernsLists)) grow();
    },
    onGap: grow,
    onError(error) {
      grow();
      log.error({ err: error }, 'Listening to changes for sitemaps and feeds failed');
    },
  });
  return { current: () => revision, stop };
}

function concernsLists({ path }: FeedChange): boolean {
  return path.startsWith(`${publicationCards.name}/`) || isSiteTypeKey(idOf({ path }).split(':')[1] ?? '');
}
