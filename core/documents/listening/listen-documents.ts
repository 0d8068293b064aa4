import type { DocumentPath } from '../document-store.ts';
import type { ChangeSource } from './change-source.ts';
import { added, toChange, type View } from './listen-view.ts';

/** The view of documents by path. */
export function createDocumentsView(source: ChangeSource, documents: readonly DocumentPath[]): View {
  const paths = [...new Set(documents)];
  const wanted = new Set<string>(paths);
  return {
    state: () => added(source.documents(paths).filter((document) => document !== undefined)),
    since: (version) => {
      const now = source.documents(paths);
      return paths.flatMap((path, i) => {
        const before = source.documentAt(path, version);
        return before?.version === now[i]?.version ? [] : (toChange(path, before !== undefined, now[i]) ?? []);
      });
    },
    commit: ({ changes }) =>
      changes.flatMap((change) =>
        wanted.has(change.path) ? (toChange(change.path, change.before !== undefined, change.document) ?? []) : [],
      ),
  };
}
