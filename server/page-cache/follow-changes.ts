import type { DocumentStore } from '#core/documents/document-store.ts';
import { listenFromNow } from '../listening/listen-from-now.ts';
import type { Log } from '../log/log.ts';
import type { ReadIndex } from './read-index.ts';

/** Whoever wants to know what was committed. */
export type ChangeReceiver = Pick<ReadIndex, 'apply' | 'touchAll'>;

export interface FollowOptions {
  store: DocumentStore;
  /** Names of the collections that pages are made from. */
  collections: string[];
  changes: ChangeReceiver;
  log: Pick<Log, 'error'>;
}

export interface Following {
  /** Resolves when no later change can be missed. What was read before counts as changed. */
  started: Promise<unknown>;
  stop(): void;
}

/** Hands on every committed change. Where changes may have been missed, everything counts as changed. */
export function followChanges({ store, collections, changes, log }: FollowOptions): Following {
  const followed = collections.map((collection) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = listenFromNow(store, collection, {
      onStart() {
        changes.touchAll();
        resolve();
      },
      onChanges: (committed) => changes.apply(committed),
      onState: () => changes.touchAll(),
      onError(error) {
        log.error({ err: error, collection }, 'Following changes broke off; pages are rendered anew');
        changes.touchAll();
      },
    });
    return { promise, stop };
  });
  return {
    started: Promise.all(followed.map(({ promise }) => promise)),
    stop() {
      for (const { stop } of followed) stop();
    },
  };
}

/** Tells several, each before the next one. */
export function eachInTurn(...receivers: ChangeReceiver[]): ChangeReceiver {
  return {
    apply(changes) {
      for (const receiver of receivers) receiver.apply(changes);
    },
    touchAll() {
      for (const receiver of receivers) receiver.touchAll();
    },
  };
}
