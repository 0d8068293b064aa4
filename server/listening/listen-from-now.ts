import type { DocumentStore, FeedBatch, FeedChange } from '#core/documents/document-store.ts';

/** Milliseconds before listening again after a failure, and at most. Source: the specification, section 9. */
const FIRST_WAIT = 1_000;
const WAIT_FACTOR = 1.5;
const LONGEST_WAIT = 60_000;

export interface FromNowHandlers {
  /** Called once: all later changes will be delivered, so that reads from here on miss nothing. */
  onStart?: () => void;
  /** The changes of one commit, or of several after a failure. */
  onChanges(changes: FeedChange[]): void;
  /** Called when changes may have been missed: what was derived from documents must be read again. */
  onGap(): void;
  /** Called when listening failed; it is retried, with growing waits. */
  onError(error: Error): void;
  /** Called with `true` when everything up to now was delivered and what follows will be, with `false` when listening fails. */
  onFollowing?: (isFollowing: boolean) => void;
  /** Where to begin instead of now: a place of the feed that an earlier process had reached. */
  from?: string | undefined;
  /** Milliseconds before the first retry. */
  retryAfter?: number;
}

/**
 * Follows the changes of collections from now or from a place on, through the change feed, and follows it again after a failure.
 * @returns a function that stops listening
 */
export function listenFromNow(
  store: Pick<DocumentStore, 'followChanges'>,
  collections: string | readonly string[],
  handlers: FromNowHandlers,
): () => void {
  const names = typeof collections === 'string' ? [collections] : collections;
  let ended = false;
  let started = false;
  let failures = 0;
  let stop = () => {};
  let timer: NodeJS.Timeout | undefined;
  let resumeToken = handlers.from;

  function onError(error: Error): void {
    if (ended) return;
    handlers.onFollowing?.(false);
    handlers.onError(error);
    const wait = Math.min(LONGEST_WAIT, (handlers.retryAfter ?? FIRST_WAIT) * WAIT_FACTOR ** failures++);
    timer = setTimeout(listenAgain, wait).unref();
  }

  /** A closed store throws at once; thrown from a timer, that would end the process. */
  function listenAgain(): void {
    try {
      listen();
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error), { cause: error }));
    }
  }

  function onBatch({ kind, changes, resumeToken: place }: FeedBatch): void {
    if (!started) {
      started = true;
      handlers.onStart?.();
    }
    if (kind === 'gap') handlers.onGap();
    else if (changes.length > 0) handlers.onChanges(changes);
    resumeToken = place;
    failures = 0;
    handlers.onFollowing?.(true);
  }

  function listen(): void {
    stop = store.followChanges(names, onBatch, { onError, ...(resumeToken !== undefined && { resumeToken }) });
  }

  listen();
  return () => {
    ended = true;
    clearTimeout(timer);
    stop();
  };
}
