import type { Document, DocumentData, DocumentPath } from '#core/documents/document-store.ts';
import { createComparePositions, matchesQuery, positionOf } from '#core/documents/match-query.ts';
import type { LiveTarget } from '#core/live/live-protocol.ts';
import type { QueuedBatch } from './storage/data-storage.ts';

/** The documents of a target as this browser knows them, with its own changes. */
export interface TargetView {
  documents: readonly Document[];
  /** Of the documents that have changes which the server has not applied yet. */
  pending: ReadonlySet<DocumentPath>;
  /** Whether the server has not confirmed them since the page was opened. */
  isFromCache: boolean;
}

/** The documents of a view with the type of their collection, whose schema they have passed on the server. */
export function documentsOf<T>({ documents }: Pick<TargetView, 'documents'>): readonly Document<T>[] {
  return documents as readonly Document<T>[];
}

/** A document with the changes of the batches, in their order; those that were refused have no effect. */
function withChanges(document: Document, batches: readonly QueuedBatch[]): Document {
  const changes = batches.flatMap((batch) =>
    batch.refused === undefined ? batch.changes.filter(({ path }) => path === document.path) : [],
  );
  if (changes.length === 0) return document;
  const data: DocumentData = { ...document.data };
  for (const { fields } of changes) {
    for (const [name, value] of Object.entries(fields)) {
      if (value === null) delete data[name];
      else data[name] = value;
    }
  }
  return { ...document, data };
}

export interface ViewSource {
  target: LiveTarget;
  documents: ReadonlyMap<DocumentPath, Document>;
  /** What the server counts to the target's result. */
  members: ReadonlySet<DocumentPath>;
  /** Documents that may belong to the result although the server has not said so: this browser has changed them. */
  locals: ReadonlySet<DocumentPath>;
  batches: readonly QueuedBatch[];
}

/** The result of a target: what the server counts to it and this browser's changes leave in it, in its order. */
export function computeView({
  target,
  documents,
  members,
  locals,
  batches,
}: ViewSource): Omit<TargetView, 'isFromCache'> {
  const changed = new Set(
    batches.flatMap(({ refused, changes }) => (refused === undefined ? changes.map(({ path }) => path) : [])),
  );
  const known = (path: DocumentPath) => {
    const document = documents.get(path);
    return document ? [withChanges(document, batches)] : [];
  };
  const found = 'documents' in target ? target.documents.flatMap(known) : findMatching();
  return { documents: found, pending: new Set(found.map(({ path }) => path).filter((path) => changed.has(path))) };

  function findMatching(): Document[] {
    if (!('query' in target)) return [];
    const { query } = target;
    const compare = createComparePositions(query);
    const prefix = `${query.collection}/`;
    const candidates = [...new Set([...members, ...locals, ...changed])].filter((path) => path.startsWith(prefix));
    return candidates
      .flatMap(known)
      .filter(({ data }) => matchesQuery(query, data))
      .sort((one, other) => compare(positionOf(query, one), positionOf(query, other)))
      .slice(0, query.limit);
  }
}
