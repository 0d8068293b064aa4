import type { DocumentStore } from '#core/documents/document-store.ts';

/** Resolves when listeners were notified of all commits. @param collection any that the store has */
export function notified(store: DocumentStore, collection: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = store.listen(
      { documents: [`${collection}/none`] },
      () => {
        queueMicrotask(() => stop());
        setImmediate(resolve);
      },
      { onError: reject },
    );
  });
}
