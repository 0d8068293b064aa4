import { useEffect, useState } from 'react';
import { type FetchFailure, fetchJson } from '../fetch-json.ts';

/** Milliseconds before a failed request is retried. */
const RETRY = 2_000;

/** Why a version may be outdated. On `ended` (no longer signed in or allowed) and `gone` (item deleted), polling stops. */
export type VersionFailure = 'lost' | 'ended' | 'gone';

const FAILURES: { [failure in FetchFailure]: VersionFailure } = {
  ended: 'ended',
  forbidden: 'ended',
  gone: 'gone',
  failed: 'lost',
};

/**
 * The version of an item, polled from the server. @param changesHref returns the version, once it has changed
 * @param known the version that the page was loaded with
 */
export function useItemVersion(
  changesHref: string,
  known: number,
): {
  version: number;
  failure: VersionFailure | undefined;
} {
  const [version, setVersion] = useState(known);
  const [failure, setFailure] = useState<VersionFailure>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let current = known;
    const follow = async () => {
      while (!signal.aborted) {
        const answer = await fetchJson<{ version: number }>(`${changesHref}?after=${current}`, { signal });
        if (signal.aborted) return;
        if ('data' in answer) {
          current = answer.data.version;
          setFailure(undefined);
          setVersion(current);
          continue;
        }
        const why = FAILURES[answer.failure];
        setFailure(why);
        if (why !== 'lost') return;
        await new Promise((resolve) => setTimeout(resolve, RETRY));
      }
    };
    void follow();
    return () => controller.abort();
  }, [changesHref, known]);
  return { version, failure };
}
