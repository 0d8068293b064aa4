import type { DocumentPath, DocumentStore } from '#core/documents/document-store.ts';

/**
 * Waits until a document has another version than the known one (long polling).
 * @param known the version that the caller has
 * @param wait milliseconds until the known version is returned after all
 * @returns the current version; rejects with the store's error if listening fails
 */
export async function nextVersion(
  store: Pick<DocumentStore, 'listen'>,
  path: DocumentPath,
  { known, wait }: { known: number; wait: number },
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const stop = store.listen(
    { documents: [path] },
    ({ changes }) => {
      const version = changes.find((change) => change.path === path)?.document?.version;
      if (version !== undefined && version !== known) resolve(version);
    },
    { onError: reject },
  );
  const timer = setTimeout(() => resolve(known), wait);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    stop();
  }
}
