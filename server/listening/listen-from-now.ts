import type { Change, DocumentPath, DocumentStore } from '#core/documents/document-store.ts';

export interface FromNowHandlers {
  /** Called once: every later change will be handed on, so what is read from here on misses nothing. */
  onStart?: () => void;
  /** What one commit did. */
  onChanges(changes: Change[]): void;
  /** Changes may have been missed: the whole state instead. */
  onState(state: Change[]): void;
  /** Listening broke off; it is tried again. */
  onError(error: Error): void;
  /** Milliseconds before it is tried again. */
  retryAfter?: number;
}

/**
 * Follows a collection without reading what it holds already, which for 10,000 items would stop the server for as long
 * as their JSON takes to parse. The place to go on from is learnt by listening to a document that does not exist. A store
 * that does not take that token for another target gives the whole state, which is slower and as right.
 * @returns a function that ends it
 */
export function listenFromNow(store: DocumentStore, collection: string, handlers: FromNowHandlers): () => void {
  const nothing: DocumentPath = `${collection}/-`;
  let ended = false;
  let started = false;
  let stop = () => {};
  let timer: NodeJS.Timeout | undefined;
  let resumeToken: string | undefined;

  function onError(error: Error): void {
    if (ended) return;
    handlers.onError(error);
    timer = setTimeout(listenAgain, handlers.retryAfter ?? 1_000).unref();
  }

  /** A store that is closed refuses to listen at once; thrown from a timer, that would end the process. */
  function listenAgain(): void {
    try {
      listen();
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error), { cause: error }));
    }
  }

  function learnPlace(): void {
    stop = store.listen(
      { documents: [nothing] },
      (snapshot) => {
        stop();
        resumeToken = snapshot.resumeToken;
        listen();
      },
      { onError },
    );
  }

  function listen(): void {
    if (ended) return;
    if (resumeToken === undefined) {
      learnPlace();
      return;
    }
    stop = store.listen(
      { query: { collection } },
      (snapshot) => {
        resumeToken = snapshot.resumeToken;
        if (snapshot.kind === 'state') handlers.onState(snapshot.changes);
        else if (snapshot.changes.length > 0) handlers.onChanges(snapshot.changes);
      },
      { resumeToken, onError },
    );
    if (!started) handlers.onStart?.();
    started = true;
  }

  listen();
  return () => {
    ended = true;
    clearTimeout(timer);
    stop();
  };
}
