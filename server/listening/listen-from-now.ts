import type { DocumentChange, DocumentPath, DocumentStore } from '#core/documents/document-store.ts';

export interface FromNowHandlers {
  /** Called once: all later changes will be delivered, so that reads from here on miss nothing. */
  onStart?: () => void;
  /** The changes of one commit. */
  onChanges(changes: DocumentChange[]): void;
  /** Called with the whole state when changes may have been missed. */
  onState(state: DocumentChange[]): void;
  /** Called when listening failed; it is retried. */
  onError(error: Error): void;
  /** Milliseconds before a retry. */
  retryAfter?: number;
}

/**
 * Listens to a collection without reading its current contents, which for 10,000 items would block the server while their JSON
 * is parsed. Gets a resume token by listening to a document that does not exist. A store that does not accept that token for
 * another target delivers the whole state, which is slower but also correct.
 * @returns a function that stops listening
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

  /** A closed store throws at once; thrown from a timer, that would end the process. */
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
