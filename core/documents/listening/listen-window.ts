import type { Document, DocumentChange, DocumentPath, Query } from '../document-store.ts';
import { matchesQuery, positionOf } from '../match-query.ts';
import { createComparePositions } from '../query-order.ts';
import type { ChangeSource, LoggedChange } from './change-source.ts';
import { added, MAX_RESUMED_CHANGES, toChange, type View } from './listen-view.ts';

/**
 * The view of a query with a limit: the result depends on all matching documents, so the view remembers the current result and
 * compares.
 */
export function createWindowView(source: ChangeSource, query: Query, limit: number): View {
  const comparePositions = createComparePositions(query);
  let known: Document[] = [];

  /** The query's result at a version after which the given paths have changed. */
  const windowAt = (version: number, changed: readonly DocumentPath[]): Document[] => {
    const later = new Set<string>(changed);
    const unchanged = source.query({ ...query, limit: limit + later.size }).filter(({ path }) => !later.has(path));
    const earlier = changed
      .map((path) => source.documentAt(path, version))
      .filter((document) => document !== undefined && matchesQuery(query, document.data));
    return [...unchanged, ...(earlier as Document[])]
      .map((document) => ({ document, position: positionOf(query, document) }))
      .sort((a, b) => comparePositions(a.position, b.position))
      .slice(0, limit)
      .map(({ document }) => document);
  };

  const moveTo = (next: Document[]): DocumentChange[] => {
    const changes = compareWindows(known, next);
    known = next;
    return changes;
  };

  /** Whether a change can affect the result: the document is in it, or sorts before its end. */
  const mayMove = ({ path, collection, document }: LoggedChange): boolean => {
    if (collection !== query.collection) return false;
    if (known.some((inside) => inside.path === path)) return true;
    if (!document || !matchesQuery(query, document.data)) return false;
    const last = known[limit - 1];
    return !last || comparePositions(positionOf(query, document), positionOf(query, last)) < 0;
  };

  return {
    state: () => {
      known = source.query(query);
      return added(known);
    },
    since: (version) => {
      const changed = source.changedAfter(version, query.collection, MAX_RESUMED_CHANGES + 1);
      if (changed.length > MAX_RESUMED_CHANGES) return undefined;
      known = windowAt(version, changed);
      return moveTo(source.query(query));
    },
    commit: ({ version, changes }) => {
      if (!changes.some(mayMove)) return [];
      return moveTo(windowAt(version, source.changedAfter(version, query.collection, Number.MAX_SAFE_INTEGER)));
    },
  };
}

/** Removed documents first, then added and modified ones in query order. */
function compareWindows(before: readonly Document[], after: readonly Document[]): DocumentChange[] {
  const old = new Map(before.map((document) => [document.path, document]));
  const staying = new Set(after.map(({ path }) => path));
  const left = before.flatMap(({ path }) => (staying.has(path) ? [] : (toChange(path, true, undefined) ?? [])));
  const rest = after.flatMap((document) => {
    const known = old.get(document.path);
    return known?.version === document.version ? [] : (toChange(document.path, known !== undefined, document) ?? []);
  });
  return [...left, ...rest];
}
