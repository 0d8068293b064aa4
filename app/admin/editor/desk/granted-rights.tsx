import { type ReactNode, useCallback, useMemo, useSyncExternalStore } from 'react';
import { DeskProvider, useDesk } from '../context/desk-context.tsx';
import type { EditorDraft } from '../drafts/editor-draft.ts';
import type { OpenItem } from '../drafts/open-item.ts';

/** Makes parts read-only that the server no longer lets the person write: rights may change while the page is open. */
export function GrantedRights({ open, children }: { open: OpenItem; children: ReactNode }) {
  const data = useDesk();
  const canEditShared = useMayWrite(open.shared) && data.canEditShared;
  const denied = useDenied(open);
  const granted = useMemo(
    () => ({
      ...data,
      canEditShared,
      languages: data.languages.map((language) => ({
        ...language,
        canEdit: language.canEdit && !denied.split(' ').includes(language.code),
      })),
    }),
    [data, canEditShared, denied],
  );
  return <DeskProvider value={granted}>{children}</DeskProvider>;
}

/** Whether the person may write a draft, as far as the server has said. */
const mayWrite = ({ facts }: EditorDraft): boolean => facts.read().mayWrite !== false;

function useMayWrite(draft: EditorDraft): boolean {
  return useSyncExternalStore(draft.facts.subscribe, () => mayWrite(draft));
}

/** The languages that are read-only, separated by spaces. */
function useDenied({ languages }: OpenItem): string {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = Object.values(languages).map(({ facts }) => facts.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [languages],
  );
  const read = () => Object.keys(languages).filter((code) => !mayWrite(languages[code] as EditorDraft));
  return useSyncExternalStore(subscribe, () => read().join(' '));
}
