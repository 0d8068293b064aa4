import type { DocumentStore } from '#core/documents/document-store.ts';
import { listenFromNow } from '../listening/listen-from-now.ts';
import type { Log } from '../log/log.ts';

/** A number that increases whenever the public lists may have changed. */
export interface CardsRevision {
  current(): number;
  stop(): void;
}

/** Increases with every commit that changes publication cards. */
export function followCardsRevision(store: DocumentStore, log: Pick<Log, 'error'>): CardsRevision {
  let revision = 0;
  const grow = () => {
    revision += 1;
  };
  const stop = listenFromNow(store, 'publication-cards', {
    onStart: grow,
    onChanges: grow,
    onGap: grow,
    onError(error) {
      grow();
      log.error({ err: error }, 'Listening to changes for sitemaps and feeds failed');
    },
  });
  return { current: () => revision, stop };
}
