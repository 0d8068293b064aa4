import type { DocumentPath, DocumentStore } from '#core/documents/document-store.ts';

/**
 * Waits until a document has another version than the known one.
 * @param known the version that the caller has
 * @param wait milliseconds until the known version is given after all
 * @returns the version of the document then; rejects with the store's error when it can no longer be followed
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
