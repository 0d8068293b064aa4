import { itemCards, pageTrees } from '../content/collections.ts';
import type { ItemCard } from '../content/item-card.ts';
import { NO_TREE, type PageTreeView, viewTree } from '../content/page-tree.ts';
import type { DocumentReader } from '../documents/document-store.ts';
import { getDocument, getDocuments } from '../documents/typed-documents.ts';
import type { Locale } from '../locales/locale.ts';

/** Where the pages of a type stand. */
export interface PlacedPages {
  tree: PageTreeView;
  /** The public pages above a page in a language, the outermost first, for `itemPath`. */
  above(id: string, language: Locale): { slug: string }[];
}

/**
 * Reads where pages stand, and what is above them.
 * @param ids of the pages whose paths are wanted
 * @param cards that were read already
 */
export async function readPlacedPages(
  store: Pick<DocumentReader, 'batchGet'>,
  type: string,
  ids: readonly string[],
  cards: readonly ItemCard[] = [],
): Promise<PlacedPages> {
  const tree = viewTree((await getDocument(store, pageTrees.at(type)))?.data ?? NO_TREE);
  const known = new Map(cards.map((card) => [card.id, card]));
  const unknown = [...new Set(ids.flatMap((id) => tree.above(id)))].filter((id) => !known.has(id));
  const found = await getDocuments(
    store,
    unknown.map((id) => itemCards.at(id)),
  );
  for (const document of found) if (document) known.set(document.data.id, document.data);
  return {
    tree,
    above: (id, language) =>
      tree.above(id).flatMap((each) => {
        const slug = known.get(each)?.languages[language]?.publishedSlug;
        return slug === undefined ? [] : [{ slug }];
      }),
  };
}
