import { expect } from 'vitest';
import type { Document, DocumentStore, ListenOptions, ListenTarget, Snapshot } from '#core/documents/document-store.ts';

/** A copy of a target, maintained only from snapshots, each of which is validated. */
export interface Replica {
  documents: Map<string, Document>;
  snapshots: Snapshot[];
  errors: Error[];
  readonly resumeToken: string | undefined;
  stop(): void;
}

/** Listens and maintains a copy of the target. With `known`, resumes from an earlier copy and its token. */
export function listenWithReplica(store: DocumentStore, target: ListenTarget, known?: Replica): Replica {
  const documents = new Map(known?.documents);
  const snapshots: Snapshot[] = [];
  const errors: Error[] = [];
  const token = known?.resumeToken;
  const options: ListenOptions = { onError: (error) => errors.push(error), ...(token && { resumeToken: token }) };
  const stop = store.listen(
    target,
    (snapshot) => {
      snapshots.push(snapshot);
      applySnapshot(documents, snapshot);
    },
    options,
  );
  return {
    documents,
    snapshots,
    errors,
    stop,
    get resumeToken() {
      return snapshots.at(-1)?.resumeToken ?? token;
    },
  };
}

function applySnapshot(documents: Map<string, Document>, snapshot: Snapshot): void {
  if (snapshot.kind === 'state') documents.clear();
  for (const { kind, path, document } of snapshot.changes) {
    const known = documents.get(path);
    if (snapshot.kind === 'state') expect(kind).toBe('added');
    expect(known === undefined).toBe(kind === 'added');
    if (kind === 'removed') {
      expect(document).toBeUndefined();
      documents.delete(path);
      continue;
    }
    if (!document) throw new Error(`${kind} without a document`);
    expect(document.path).toBe(path);
    documents.set(path, document);
  }
}
