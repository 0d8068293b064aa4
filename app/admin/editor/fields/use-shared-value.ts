import { useCallback, useSyncExternalStore } from 'react';
import type { Map as SharedMap, Text, YEvent } from 'yjs';

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
