import { setImmediate } from 'node:timers/promises';
import { itemCards, publicationCards } from '#core/content/collections.ts';
import type { DocumentPath, DocumentStore, FeedChange } from '#core/documents/document-store.ts';
import { fillItemCards, relinkAllCards, relinkCardsTo } from '#core/item-cards/fill-item-cards.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { Log } from '../log/log.ts';
import { type BookedJobOptions, createJob, type Job } from './create-job.ts';
import { followFromPlace } from './follow-from-place.ts';

export interface CardKeeperOptions extends BookedJobOptions {
  store: DocumentStore;
  config: SiteConfig;
  log: Pick<Log, 'info' | 'error'>;
  /** Whether to go on where the last process was instead of reading all cards, since that is billed. */
  resumes?: boolean | undefined;
  /** Waits between items and batches while visitors need the server; default: only a turn of the event loop. */
  pause?: (() => Promise<void>) | undefined;
}

/** Idle once all cards are up to date. */
export type CardKeeper = Pick<Job, 'idle' | 'stop'>;

/**
 * Maintains item cards: creates missing ones, and updates link states when a linked item is published in a language,
 * unpublished, or deleted. At startup, catches up with changes while no server ran, or of all instances.
 */
export function startCardKeeper(options: CardKeeperOptions): CardKeeper {
  const { store, config, log, resumes = false, pause = setImmediate, book } = options;
  const job = createJob({
    work,
    entry: book?.of('item-cards'),
    onFailure(error) {
      isCaughtUp = false;
      log.error({ err: error }, 'Item cards could not be updated; retrying');
    },
  });
  const { signal } = job;
  const waiting = new Set<string>();
  let isFilled = false;
  let isCaughtUp = false;
  let isWorking = false;

  async function work(): Promise<undefined> {
    isWorking = true;
    try {
      await catchUp();
    } finally {
      isWorking = false;
    }
  }

  async function catchUp(): Promise<void> {
    if (!isFilled) {
      const filled = await fillItemCards(store, config, { signal, pause });
      if (filled > 0) log.info({ items: filled }, 'Item cards were created');
      isFilled = true;
    }
    if (!isCaughtUp) {
      // Set before waiting: if changes are missed meanwhile, it is reset.
      isCaughtUp = true;
      await relinkAllCards(store, config, { signal, pause });
    }
    for (const id of waiting) {
      if (signal.aborted) return;
      waiting.delete(id);
      await relinkCardsTo(store, config, id, { pause });
    }
  }

  /** Relinks the cards that link to an item where a member of a document of it has changed. */
  const relinkWhere = (member: string) => (changes: FeedChange[]) => {
    for (const { path, before, after } of changes) {
      if (!before || before[member] !== after?.[member]) waiting.add(itemIdOf(path));
    }
    if (waiting.size > 0) job.wake();
  };

  const stopFollowing = followFromPlace({
    store,
    job: resumes ? 'card-links' : undefined,
    followed: [
      { collection: publicationCards.name, onChanges: relinkWhere('contentLanguage') },
      { collection: itemCards.name, onChanges: relinkWhere('place') },
    ],
    onBegin(isResumed) {
      isCaughtUp = isResumed;
      job.wake();
    },
    onGap() {
      isCaughtUp = false;
      job.wake();
    },
    onError: (error) => log.error({ err: error }, 'Listening to the targets of links failed; retrying'),
    isDone: () => isFilled && isCaughtUp && !isWorking && waiting.size === 0,
  });

  return {
    idle: job.idle,
    async stop() {
      await Promise.all([stopFollowing(), job.stop()]);
    },
  };
}

/** `publication-cards/{language}:{id}`, `item-cards/{id}` */
function itemIdOf(path: DocumentPath): string {
  return path.slice(Math.max(path.indexOf('/'), path.indexOf(':')) + 1);
}
