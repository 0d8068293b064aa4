import { useEffect, useState } from 'react';

/** Milliseconds before a question that failed is asked again. */
const RETRY = 2_000;

/**
 * The version of an item, as it changes on the server. @param changesHref answers with the version, once it is another one
 * @param known the version that the page came with
 */
export function useItemVersion(changesHref: string, known: number): { version: number; isLost: boolean } {
  const [version, setVersion] = useState(known);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let current = known;
    const follow = async () => {
      while (!signal.aborted) {
        try {
          const response = await fetch(`${changesHref}?after=${current}`, { signal });
          if (!response.ok) throw new Error(`${changesHref} answered ${response.status}`);
          current = ((await response.json()) as { version: number }).version;
          setLost(false);
          setVersion(current);
        } catch {
          if (signal.aborted) return;
          setLost(true);
          await new Promise((resolve) => setTimeout(resolve, RETRY));
        }
      }
    };
    void follow();
    return () => controller.abort();
  }, [changesHref, known]);
  return { version, isLost };
}
