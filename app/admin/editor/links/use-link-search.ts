import { useEffect, useState } from 'react';
import type { Locale } from '#core/locales/locale.ts';
import { linkToItem } from '#core/rich-text/link-target.ts';
import { useDesk } from '../context/desk-context.tsx';
import type { LinkTargets } from './find-link-targets.ts';

/** The current title of an item, in a language or in any that it has; `missing` if the item no longer exists. */
type ItemTitle = { kind: 'searching' | 'failed' | 'missing' } | { kind: 'found'; title: string };

/** Debounce of requests in milliseconds. */
const PAUSE = 150;

export type LinkSearchState = { kind: 'searching' } | { kind: 'failed' } | ({ kind: 'found' } & LinkTargets);

const SEARCHING: LinkSearchState = { kind: 'searching' };

/** Link targets for a query, debounced. Never returns the result of another query. */
export function useLinkSearch(path: string, query: string, language: Locale, type?: string): LinkSearchState {
  const asked = `${path}?${new URLSearchParams({ q: query, language, ...(type !== undefined && { type }) })}`;
  const [answered, setAnswered] = useState<{ asked: string; state: LinkSearchState }>();
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(asked, { signal: controller.signal });
        if (!response.ok) throw new Error(`The search answered ${response.status}`);
        setAnswered({ asked, state: { kind: 'found', ...((await response.json()) as LinkTargets) } });
      } catch {
        if (!controller.signal.aborted) setAnswered({ asked, state: { kind: 'failed' } });
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [asked]);
  return answered?.asked === asked ? answered.state : SEARCHING;
}

/** Loads the title of an item. */
export function useItemTitle(id: string, language: Locale): ItemTitle {
  const { paths } = useDesk();
  const state = useLinkSearch(paths.links, linkToItem(id), language);
  if (state.kind !== 'found') return { kind: state.kind };
  const target = state.targets.find((found) => found.id === id);
  return target ? { kind: 'found', title: target.title } : { kind: 'missing' };
}
