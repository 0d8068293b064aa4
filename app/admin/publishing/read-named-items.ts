import { itemCards } from '#core/content/collections.ts';
import { getDocuments } from '#core/documents/typed-documents.ts';
import { titleOf } from '#core/item-cards/create-item-card.ts';
import type { Check, CheckCode } from '#core/publishing/publish-checks.ts';
import { itemPaths, type ManagedItem } from '../managed-item/read-managed-item.ts';

/** Another item named in a check: the target of a link, or the current or former holder of an address. */
export interface NamedItem {
  id: string;
  title: string;
  /** Address of its editor. */
  href: string;
}

/** The checks whose target is an item. */
const NAMING: readonly CheckCode[] = [
  'slug-taken',
  'slug-former',
  'topic-gone',
  'link-broken',
  'link-unpublished',
  'link-other-language',
  'heading-missing',
];

/** The existing items named in checks. */
export async function readNamedItems(
  { dependencies, request, t }: Pick<ManagedItem, 'dependencies' | 'request' | 't'>,
  checks: readonly Check[],
): Promise<NamedItem[]> {
  const ids = new Set(checks.flatMap(({ code, target }) => (target && NAMING.includes(code) ? [target] : [])));
  const documents = await getDocuments(
    dependencies.store,
    [...ids].map((itemId) => itemCards.at(itemId)),
  );
  return documents.flatMap((document): NamedItem[] => {
    if (!document) return [];
    const card = document.data;
    const title = titleOf(card, request.locale) || t('untitled');
    return [{ id: card.id, title, href: itemPaths(request, card).editor }];
  });
}
