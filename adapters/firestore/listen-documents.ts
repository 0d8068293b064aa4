import type { Collections } from '#core/documents/check-collections.ts';
import { parsePath } from '#core/documents/document-path.ts';
import type {
  Document,
  DocumentChange,
  DocumentPath,
  ListenOptions,
  ListenTarget,
  Snapshot,
} from '#core/documents/document-store.ts';
import { matchesQuery, positionOf } from '#core/documents/match-query.ts';
import { createComparePositions } from '#core/documents/query-order.ts';
import type { Connection } from './connect.ts';
import { openListenStream, type StreamTarget } from './listen-stream.ts';
import { pathOfName, toDocument } from './stored-document.ts';
import { structuredQuery } from './structured-query.ts';

/**
 * Listens to documents or a query. A snapshot may hold the changes of several commits. Resume tokens are not accepted: every
 * listener begins with the whole state, which the port allows.
 * @returns a function that stops listening
 */
export function listenToTarget(
  connection: Connection,
  collections: Collections,
  target: ListenTarget,
  onSnapshot: (snapshot: Snapshot) => void,
  { onError }: ListenOptions,
): () => void {
  let known = new Map<DocumentPath, Document>();
  const name = crypto.randomUUID();
  let count = 0;
  const inOrder = orderOf(target);
  const isInside = (document: Document) => 'documents' in target || matchesQuery(target.query, document.data);

  function tell(kind: Snapshot['kind'], changes: DocumentChange[]): void {
    count += 1;
    onSnapshot({ kind, changes, resumeToken: `${name}.${count}` });
  }

  const asked = streamTarget(connection, target);
  if (!asked) {
    let isEnded = false;
    queueMicrotask(() => isEnded || tell('state', []));
    return () => {
      isEnded = true;
    };
  }
  return openListenStream(connection, asked, {
    onSnapshot(stored, isReset) {
      const former = isReset ? new Map<DocumentPath, Document>() : known;
      const next = new Map(former);
      for (const [name, each] of stored) {
        const path = pathOfName(name);
        const collection = collections.get(parsePath(path)?.collection ?? '');
        const document = each && collection && toDocument(each, collection);
        if (document && isInside(document)) next.set(path, document);
        else next.delete(path);
      }
      known = next;
      if (isReset) {
        const documents = inOrder([...next.values()]);
        return tell(
          'state',
          documents.map((document) => ({ kind: 'added', path: document.path, document })),
        );
      }
      const changes = changesBetween(former, next, inOrder);
      if (changes.length > 0) tell('changes', changes);
    },
    onError,
  });
}

function streamTarget({ root }: Connection, target: ListenTarget): StreamTarget | undefined {
  if ('documents' in target) {
    const documents = [...new Set(target.documents)].map((path) => `${root}/${path}`);
    return documents.length > 0 ? { documents } : undefined;
  }
  const query = target.query.limit === 0 ? undefined : structuredQuery(target.query, root);
  return query && { query };
}

/** Removed documents first, then added and modified ones in the order of the target. */
function changesBetween(
  former: ReadonlyMap<DocumentPath, Document>,
  next: ReadonlyMap<DocumentPath, Document>,
  inOrder: (documents: Document[]) => Document[],
): DocumentChange[] {
  const removed = [...former.keys()].filter((path) => !next.has(path));
  const written = inOrder([...next.values()].filter(({ path, version }) => former.get(path)?.version !== version));
  return [
    ...removed.map((path): DocumentChange => ({ kind: 'removed', path })),
    ...written.map(
      (document): DocumentChange => ({
        kind: former.has(document.path) ? 'modified' : 'added',
        path: document.path,
        document,
      }),
    ),
  ];
}

function orderOf(target: ListenTarget): (documents: Document[]) => Document[] {
  if ('documents' in target) {
    const places = new Map(target.documents.map((path, index) => [path, index]));
    return (documents) => documents.sort((a, b) => (places.get(a.path) ?? 0) - (places.get(b.path) ?? 0));
  }
  const { query } = target;
  const compare = createComparePositions(query);
  return (documents) =>
    documents
      .map((document) => ({ document, position: positionOf(query, document) }))
      .sort((a, b) => compare(a.position, b.position))
      .map(({ document }) => document);
}
