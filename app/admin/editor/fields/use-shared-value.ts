import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Array as SharedArray, Map as SharedMap, Text, YEvent } from 'yjs';
import type { ListOf } from '#core/content-types/content-type.ts';
import { readEntries } from './list-entries.ts';

/** The current contents of a shared text. */
export function useSharedText(text: Text): string {
  const subscribe = useCallback(
    (listener: () => void) => {
      text.observe(listener);
      return () => text.unobserve(listener);
    },
    [text],
  );
  return useSyncExternalStore(subscribe, () => text.toString());
}

/** The current value of a member of a shared map. Values are scalars, or never changed in place. */
export function useSharedMember(map: SharedMap<unknown>, key: string): unknown {
  const subscribe = useCallback(
    (listener: () => void) => {
      const onChange = (event: YEvent<SharedMap<unknown>>) => {
        if (event.changes.keys.has(key)) listener();
      };
      map.observe(onChange);
      return () => map.unobserve(onChange);
    },
    [map, key],
  );
  return useSyncExternalStore(subscribe, () => map.get(key));
}

/** What is to be known of the entries of a shared list; renders again only if that differs. @param read gives JSON */
export function useEntryValues<Known>(
  list: SharedArray<SharedMap<unknown>>,
  of: ListOf,
  read: (entries: unknown[]) => Known,
): Known {
  const subscribe = useCallback(
    (listener: () => void) => {
      list.observeDeep(listener);
      return () => list.unobserveDeep(listener);
    },
    [list],
  );
  const known = useSyncExternalStore(subscribe, () => JSON.stringify(read(readEntries(list, of))));
  return useMemo(() => JSON.parse(known), [known]);
}

/** The entries of a list, updated when entries are added, removed or moved. */
export function useEntries(list: SharedArray<SharedMap<unknown>>): readonly SharedMap<unknown>[] {
  const known = useRef<readonly SharedMap<unknown>[]>([]);
  const subscribe = useCallback(
    (listener: () => void) => {
      list.observe(listener);
      return () => list.unobserve(listener);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => {
    const entries = list.toArray();
    const isSame = entries.length === known.current.length && entries.every((entry, at) => entry === known.current[at]);
    if (!isSame) known.current = entries;
    return known.current;
  });
}
