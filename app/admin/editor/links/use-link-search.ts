import { useEffect, useState } from 'react';
import type { Locale } from '#core/locales/locale.ts';
import type { LinkTargets } from './find-link-targets.ts';

/** Milliseconds without a keystroke after which the site is asked. */
const PAUSE = 150;

export type LinkSearchState = { kind: 'searching' } | { kind: 'failed' } | ({ kind: 'found' } & LinkTargets);

/** What the site knows of a query, asked when the person pauses. */
export function useLinkSearch(path: string, query: string, language: Locale, type?: string): LinkSearchState {
  const [state, setState] = useState<LinkSearchState>({ kind: 'searching' });
  useEffect(() => {
    const controller = new AbortController();
    const params = new URLSearchParams({ q: query, language, ...(type !== undefined && { type }) });
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`${path}?${params}`, { signal: controller.signal });
        if (!response.ok) throw new Error(`The search answered ${response.status}`);
        setState({ kind: 'found', ...((await response.json()) as LinkTargets) });
      } catch {
        if (!controller.signal.aborted) setState({ kind: 'failed' });
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [path, query, language, type]);
  return state;
}
