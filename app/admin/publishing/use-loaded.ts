import { useCallback, useEffect, useRef, useState } from 'react';
import { type FetchFailure, fetchJson } from '../fetch-json.ts';

/** Why there is nothing to show, or nothing newer. */
export type LoadFailure = 'unsaved' | FetchFailure;

interface Loaded<Data> {
  data: Data | undefined;
  /** Of the last time that it was read. */
  failure: LoadFailure | undefined;
  /** Reads it again; what was read before stays meanwhile. */
  load(): Promise<void>;
}

/**
 * What an address answers as JSON, read as soon as it is shown. A server that cannot be reached is told and nothing else: the
 * router would put its error screen in the place of the page and of what is written on it.
 * @param before waited for first; where it resolves to `false`, nothing is read
 */
export function useLoaded<Data>(href: string, before?: () => Promise<boolean>): Loaded<Data> {
  const [data, setData] = useState<Data>();
  const [failure, setFailure] = useState<LoadFailure>();
  const wait = useRef(before);
  wait.current = before;
  const latest = useRef(0);
  const load = useCallback(async () => {
    const turn = ++latest.current;
    setFailure(undefined);
    const isReady = (await wait.current?.()) ?? true;
    if (turn !== latest.current) return;
    if (!isReady) return setFailure('unsaved');
    const answer = await fetchJson<Data>(href);
    if (turn !== latest.current) return;
    if ('data' in answer) setData(answer.data);
    else setFailure(answer.failure);
  }, [href]);
  useEffect(() => {
    void load();
    return () => {
      latest.current++;
    };
  }, [load]);
  return { data, failure, load };
}
