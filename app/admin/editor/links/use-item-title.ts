import type { Locale } from '#core/locales/locale.ts';
import { linkToItem } from '#core/rich-text/link-target.ts';
import { useDesk } from '../context/desk-context.tsx';
import { useLinkSearch } from './use-link-search.ts';

/** The current title of an item, in a language or in any that it has; `missing` if the item no longer exists. */
export type ItemTitle = { kind: 'searching' | 'failed' | 'missing' } | { kind: 'found'; title: string };

/** Loads the title of an item. */
export function useItemTitle(id: string, language: Locale): ItemTitle {
  const { paths } = useDesk();
  const state = useLinkSearch(paths.links, linkToItem(id), language);
  if (state.kind !== 'found') return { kind: state.kind };
  const target = state.targets.find((found) => found.id === id);
  return target ? { kind: 'found', title: target.title } : { kind: 'missing' };
}
