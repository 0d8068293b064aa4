import type { Locale } from '#core/locales/locale.ts';
import { linkToItem } from '#core/rich-text/link-target.ts';
import { useDesk } from '../context/desk-context.tsx';
import { useLinkSearch } from './use-link-search.ts';

/** What an item is called now, in a language or in any that it has; `missing` for one that is not there any more. */
export type ItemTitle = { kind: 'searching' | 'failed' | 'missing' } | { kind: 'found'; title: string };

/** Asks the site what an item is called. */
export function useItemTitle(id: string, language: Locale): ItemTitle {
  const { paths } = useDesk();
  const state = useLinkSearch(paths.links, linkToItem(id), language);
  if (state.kind !== 'found') return { kind: state.kind };
  const target = state.targets.find((found) => found.id === id);
  return target ? { kind: 'found', title: target.title } : { kind: 'missing' };
}
