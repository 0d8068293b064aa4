import { itemCards, items, publications } from '../content/collections.ts';
import type { ItemLanguage } from '../content/item.ts';
import { issueFacet, urgencyField } from '../content/item-card.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { getDocument, queryDocuments } from '../documents/typed-documents.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import { stageItem } from '../item-cards/stage-item.ts';
import type { ContentPart } from '../public-content/changed-content.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { TryPage } from './try-page.ts';

interface Site {
  store: DocumentStore;
  config: SiteConfig;
}

/** Parts that are noted of a language; a page has no more fields. Source: Meki's own. */
const MOST_PARTS = 100;

/** Notes in the item that pages leave out a part of its publication, for the health board. Publishing the language ends the note. */
export async function noteUnshown(
  { store, config }: Site,
  { itemId, language, part, publishedAt }: ContentPart,
): Promise<void> {
  await changeLanguage({ store, config }, itemId, language, (content) => {
    const { unshown = [] } = content;
    if (content.publishedAt !== publishedAt || unshown.includes(part) || unshown.length >= MOST_PARTS) return undefined;
    return { ...content, unshown: [...unshown, part] };
  });
}

/** Items looked at by `endUnshown`, the most urgent first. Source: Meki's own. */
const MOST_ITEMS = 500;

/** Ends the notes of languages whose page can be shown again: with another configuration, or another version of the site. */
export async function endUnshown({ store, config, tryPage }: Site & { tryPage: TryPage }): Promise<void> {
  const cards = await queryDocuments(store, itemCards, {
    where: [
      { field: 'place', op: '==', value: 'shown' },
      { field: 'facets', op: 'array-contains', value: issueFacet('not-shown') },
    ],
    orderBy: [{ field: urgencyField('all'), direction: 'desc' }],
    limit: MOST_ITEMS,
  });
  for (const { data: card } of cards) {
    for (const [language, { unshown, publishedSlug }] of Object.entries(card.languages)) {
      if (!unshown || publishedSlug === undefined) continue;
      const found = await getDocument(store, publications.at(language, card.type, publishedSlug));
      if (!found || (await tryPage(found.data))) continue;
      await changeLanguage({ store, config }, card.id, language, ({ unshown: noted, ...content }) => noted && content);
    }
  }
}

/** @param change `undefined` changes nothing */
function changeLanguage(
  { store, config }: Site,
  itemId: string,
  language: string,
  change: (content: ItemLanguage) => ItemLanguage | undefined,
): Promise<void> {
  return retryOnConflict(async () => {
    const unit = new UnitOfWork(store);
    const ref = items.at(itemId);
    await unit.read([ref]);
    const item = unit.get(ref);
    const content = item?.languages[language];
    const changed = content && change(content);
    if (!item || !changed) return;
    stageItem(unit, config, { ...item, languages: { ...item.languages, [language]: changed } });
    await unit.commit();
  });
}
