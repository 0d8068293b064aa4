import { useEffect, useState } from 'react';

/** Milliseconds before a question that failed is asked again. */
const RETRY = 2_000;

/** Why a version may be an old one. `ended`: whoever asks is not let in any more, and it is not asked again. */
export type VersionFailure = 'lost' | 'ended';

/**
 * The version of an item, as it changes on the server. @param changesHref answers with the version, once it is another one
 * @param known the version that the page came with
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
        try {
          const response = await fetch(`${changesHref}?after=${current}`, { signal });
          // The way to the sign-in page is a redirect.
          if (response.redirected || response.status === 403) return setFailure('ended');
          if (!response.ok) throw new Error(`${changesHref} answered ${response.status}`);
          current = ((await response.json()) as { version: number }).version;
          setFailure(undefined);
          setVersion(current);
        } catch {
          if (signal.aborted) return;
          setFailure('lost');
          await new Promise((resolve) => setTimeout(resolve, RETRY));
        }
      }
    };
    void follow();
    return () => controller.abort();
  }, [changesHref, known]);
  return { version, failure };
}
