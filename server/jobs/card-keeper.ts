import { itemCards, publicationCards } from '#core/content/collections.ts';
import type { DocumentPath, DocumentStore } from '#core/documents/document-store.ts';
import { fillItemCards } from '#core/item-cards/fill-item-cards.ts';
import { relinkAllCards, relinkCardsTo } from '#core/item-cards/relink-cards.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { listenFromNow } from '../listening/listen-from-now.ts';
import type { Log } from '../log/log.ts';
import { createJob, type Job } from './create-job.ts';

export interface CardKeeperOptions {
  store: DocumentStore;
  config: SiteConfig;
  log: Pick<Log, 'info' | 'error'>;
}

/** Idle once all cards are up to date. */
export type CardKeeper = Pick<Job, 'idle' | 'stop'>;

/**
 * Maintains item cards: creates missing ones, and updates link states when a linked item is published in a language,
 * unpublished, or deleted. At startup, catches up with changes while no server ran.
 */
export function startCardKeeper({ store, config, log }: CardKeeperOptions): CardKeeper {
  const job = createJob({
    work,
    onFailure(error) {
      isCaughtUp = false;
      log.error({ err: error }, 'Item cards could not be updated; retrying');
    },
  });
  const { signal } = job;
  const waiting = new Set<string>();
  let isCaughtUp = false;

  async function work(): Promise<undefined> {
    if (!isCaughtUp) {
      // Set before waiting: if changes are missed meanwhile, it is reset.
      isCaughtUp = true;
      const filled = await fillItemCards(store, config, { signal });
      if (filled > 0) log.info({ items: filled }, 'Item cards were created');
      await relinkAllCards(store, config, { signal });
    }
    for (const id of waiting) {
      if (signal.aborted) return;
      waiting.delete(id);
      await relinkCardsTo(store, config, id);
    }
  }

  /** Relinks the cards that link to an item where a member of a document of it has changed. */
  function follow(collection: string, member: string): () => void {
    return listenFromNow(store, collection, {
      onChanges(changes) {
        for (const { path, before, after } of changes) {
          if (!before || before[member] !== after?.[member]) waiting.add(itemIdOf(path));
        }
        if (waiting.size > 0) job.wake();
      },
      onGap() {
        isCaughtUp = false;
        job.wake();
      },
      onError: (error) => log.error({ err: error }, 'Listening to the targets of links failed; retrying'),
    });
  }

  const stops = [follow(publicationCards.name, 'contentLanguage'), follow(itemCards.name, 'place')];
  job.wake();

  return {
    idle: job.idle,
    async stop() {
      for (const stop of stops) stop();
      await job.stop();
    },
  };
}

/** `publication-cards/{language}:{id}`, `item-cards/{id}` */
function itemIdOf(path: DocumentPath): string {
  return path.slice(Math.max(path.indexOf('/'), path.indexOf(':')) + 1);
}
