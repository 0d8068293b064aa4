import type { DocumentStore, FeedChange } from '#core/documents/document-store.ts';
import { listenFromNow } from '../listening/listen-from-now.ts';
import type { Log } from '../log/log.ts';

/** A receiver of committed changes. */
export interface ChangeReceiver {
  apply(changes: FeedChange[]): void;
  /** It is unknown what has changed: everything may have. */
  touchAll(): void;
}

export interface FollowOptions {
  store: DocumentStore;
  /** Names of the collections that pages depend on. */
  collections: string[];
  changes: ChangeReceiver;
  log: Pick<Log, 'error'>;
  /** A place of the feed to follow from, of an earlier process; default: now. */
  from?: string | undefined;
  /** Called with `true` when everything up to now was passed on, with `false` when following fails. */
  onFollowing?: (isFollowing: boolean) => void;
}

export interface Following {
  /** Resolves once no later change can be missed. Without a place to follow from, earlier reads count as changed. */
  started: Promise<unknown>;
  stop(): void;
}

/** Passes on every committed change. If changes may have been missed, everything counts as changed. */
export function followChanges({ store, collections, changes, log, from, onFollowing }: FollowOptions): Following {
  const { promise: started, resolve } = Promise.withResolvers<void>();
  const stop = listenFromNow(store, collections, {
    from,
    ...(onFollowing && { onFollowing }),
    onStart() {
      if (from === undefined) changes.touchAll();
      resolve();
    },
    onChanges: (committed) => changes.apply(committed),
    onGap: () => changes.touchAll(),
    onError(error) {
      log.error({ err: error }, 'Listening to changes failed; all pages are rendered again');
      changes.touchAll();
    },
  });
  return { started, stop };
}

/** The place of the feed up to which all that follow it have been told everything. */
export async function currentPlace(
  store: Pick<DocumentStore, 'followChanges'>,
  collections: string[],
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const stop = store.followChanges(collections, ({ resumeToken }) => resolve(resumeToken), { onError: reject });
  try {
    return await promise;
  } finally {
    stop();
  }
}

/** Notifies several receivers in order. */
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
