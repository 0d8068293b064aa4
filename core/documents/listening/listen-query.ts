import type { Document, DocumentData, DocumentPath, Query } from '../document-store.ts';
import { matchesQuery } from '../match-query.ts';
import type { ChangeSource } from './change-source.ts';
import { added, MAX_RESUMED_CHANGES, toChange, type View } from './listen-view.ts';

/** The view of a query without a limit: whether a document matches does not depend on the others. */
export function createQueryView(source: ChangeSource, query: Query): View {
  const matches = (data: DocumentData | undefined) => data !== undefined && matchesQuery(query, data);
  const change = (path: DocumentPath, before: DocumentData | undefined, document: Document | undefined) =>
    toChange(path, matches(before), matches(document?.data) ? document : undefined) ?? [];
  return {
    state: () => added(source.query(query)),
    since: (version) => {
      const paths = source.changedAfter(version, query.collection, MAX_RESUMED_CHANGES + 1);
      if (paths.length > MAX_RESUMED_CHANGES) return undefined;
      const now = source.documents(paths);
      return paths.flatMap((path, i) => change(path, source.documentAt(path, version)?.data, now[i]));
    },
    commit: ({ changes }) =>
      changes.flatMap((logged) =>
        logged.collection === query.collection ? change(logged.path, logged.before, logged.document) : [],
      ),
  };
}
