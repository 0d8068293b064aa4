import { itemCards } from '#core/content/collections.ts';
import type { ItemCard } from '#core/content/item-card.ts';
import { getDocuments } from '#core/documents/typed-documents.ts';
import { itemOfLink } from '#core/rich-text/link-target.ts';
import type { ManagedItem } from '../managed-item/read-managed-item.ts';
import type { SideDifferences } from './compare-sides.ts';

/** Titles of items linked from changed words, by id, in the page's language if available. */
export async function readLinkTitles(
  { request: { store, locale } }: Pick<ManagedItem, 'request'>,
  { shared, languages }: SideDifferences,
): Promise<{ [itemId: string]: string }> {
  const differences = [...shared, ...languages.flatMap((language) => language.differences ?? [])];
  const notes = differences.flatMap(({ words }) => words.flatMap((run) => run.notes ?? []));
  const hrefs = notes.flatMap((note) =>
    note.mark !== 'link' ? [] : note.state === 'changed' ? [note.before, note.after] : [note.href],
  );
  const ids = [...new Set(hrefs.flatMap((href) => itemOfLink(href) ?? []))];
  const documents = await getDocuments(
    store,
    ids.map((id) => itemCards.at(id)),
  );
  const titles = documents.map((document, index) => [ids[index], document ? titleIn(document.data, locale) : '']);
  return Object.fromEntries(titles.filter(([, title]) => title !== ''));
}

function titleIn({ languages, sourceLanguage }: ItemCard, locale: string): string {
  return languages[locale]?.title || languages[sourceLanguage]?.title || '';
}
