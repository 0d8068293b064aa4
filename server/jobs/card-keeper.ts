import { fillItemCards } from '#core/content/fill-item-cards.ts';
import { relinkAllCards, relinkCardsTo } from '#core/content/relink-cards.ts';
import type { Change, DocumentStore } from '#core/documents/document-store.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { listenFromNow } from '../listen-from-now.ts';
import type { Log } from '../log.ts';
import { createAlarm } from '../mail/alarm.ts';

/** Milliseconds until it tries again after the store could not be read or written. */
const STORE_RETRY = 5_000;

export interface CardKeeperOptions {
  store: DocumentStore;
  config: SiteConfig;
  log: Pick<Log, 'info' | 'error'>;
}

export interface CardKeeper {
  /** Resolves once every card is as it should be. */
  idle(): Promise<void>;
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/**
 * Keeps the cards of items: makes those that are missing, and judges links to an item anew when it comes to be public in a
 * language, ceases to be, or goes. What happened while no server ran is caught up with at the start.
 */
export function startCardKeeper({ store, config, log }: CardKeeperOptions): CardKeeper {
  const stopping = new AbortController();
  const { signal } = stopping;
  const alarm = createAlarm(wake);
  const waiting = new Set<string>();
  let isCaughtUp = false;
  let working: Promise<void> | undefined;

  function wake(): void {
    if (signal.aborted) return;
    working ??= work().finally(() => {
      working = undefined;
      if (isCaughtUp && waiting.size > 0) wake();
    });
  }

  async function work(): Promise<void> {
    try {
      if (!isCaughtUp) {
        const filled = await fillItemCards(store, config, { signal });
        if (filled > 0) log.info({ items: filled }, 'The lists of the admin area were filled');
        await relinkAllCards(store, config, { signal });
        isCaughtUp = !signal.aborted;
      }
      for (const id of waiting) {
        if (signal.aborted) return;
        waiting.delete(id);
        await relinkCardsTo(store, config, id);
      }
    } catch (error) {
      if (signal.aborted) return;
      isCaughtUp = false;
      log.error({ err: error }, 'The lists of the admin area could not be brought up to date; it is tried again');
      alarm.set(STORE_RETRY);
    }
  }

  function follow(collection: string, concerns: (change: Change) => boolean): () => void {
    return listenFromNow(store, collection, {
      onChanges(changes) {
        for (const change of changes) if (concerns(change)) waiting.add(idOf(change));
        if (waiting.size > 0) wake();
      },
      onState() {
        isCaughtUp = false;
        wake();
      },
      onError: (error) => log.error({ err: error }, 'Following what items link to broke off; it is tried again'),
    });
  }

  const stops = [
    follow('listings', ({ kind, before, document }) => {
      return kind !== 'modified' || before?.contentLanguage !== document?.data.contentLanguage;
    }),
    follow('item-cards', ({ kind, before, document }) => kind !== 'modified' || before?.place !== document?.data.place),
  ];
  wake();

  return {
    async idle() {
      while (working) await working;
    },
    async stop() {
      for (const stop of stops) stop();
      alarm.clear();
      stopping.abort();
      await working;
    },
  };
}

/** `listings/{language}:{id}`, `item-cards/{id}` */
function idOf({ path }: Change): string {
  return path.slice(Math.max(path.indexOf('/'), path.indexOf(':')) + 1);
}
