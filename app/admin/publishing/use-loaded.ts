import { useCallback, useEffect, useRef, useState } from 'react';
import { type FetchFailure, fetchJson } from '../fetch-json.ts';

/** Why there is no data, or no newer data. */
export type LoadFailure = 'unsaved' | FetchFailure;

interface Loaded<Data> {
  data: Data | undefined;
  /** Of the last load. */
  failure: LoadFailure | undefined;
  isLoading: boolean;
  /** Reloads; the previous data stays meanwhile. */
  load(): Promise<void>;
}

/**
 * Loads JSON from an address when mounted. Failures are only returned: the router would replace the page, with the text being
 * written, by its error screen.
 * @param before awaited first; if it resolves to `false`, nothing is loaded
 */
export function useLoaded<Data>(href: string, before?: () => Promise<boolean>): Loaded<Data> {
  const [data, setData] = useState<Data>();
  const [failure, setFailure] = useState<LoadFailure>();
  const [isLoading, setLoading] = useState(true);
  const wait = useRef(before);
  wait.current = before;
  const latest = useRef(0);
  const load = useCallback(async () => {
    const turn = ++latest.current;
    setFailure(undefined);
    setLoading(true);
    const isReady = (await wait.current?.()) ?? true;
    if (turn !== latest.current) return;
    const answer = isReady ? await fetchJson<Data>(href) : { failure: 'unsaved' as const };
    if (turn !== latest.current) return;
    setLoading(false);
    if ('data' in answer) setData(answer.data);
    else setFailure(answer.failure);
  }, [href]);
  useEffect(() => {
    void load();
    return () => {
      latest.current++;
    };
  }, [load]);
  return { data, failure, isLoading, load };
}
