import { items } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import type { Document, DocumentStore } from '../documents/document-store.ts';
import { getDocument, getDocuments } from '../documents/typed-documents.ts';
import { type DraftPartName, SHARED } from '../drafts/draft-name.ts';
import type { Drafts } from '../drafts/drafts.ts';
import type { Locale } from '../locales/locale.ts';

/** An item that was read after its drafts were settled. */
export interface SettledItem {
  item: Item;
  /** Version of the item's document. */
  version: number;
  /** The document as it was read. */
  document: Document<Item>;
  /** The parts whose drafts are too long for the item, so that it still has what they said before. */
  refused: readonly DraftPartName[];
}

/** An item of an action; `settled` where its caller has just settled and read it. */
interface Known {
  id: string;
  settled?: SettledItem | undefined;
}

type SettlingDrafts = Pick<Drafts, 'settle'> | undefined;

/** Settles the drafts of an item, and reads it; `undefined` if there is none. */
export async function readSettledItem(
  { store, drafts }: { store: Pick<DocumentStore, 'batchGet'>; drafts?: SettlingDrafts },
  id: string,
): Promise<SettledItem | undefined> {
  const refused = await settledParts(drafts, { id });
  const document = await getDocument(store, items.at(id));
  return document && { item: document.data, version: document.version, document, refused };
}

/** Reads items together, by id. @param settles whether their drafts are settled first, several at once */
export async function readItemsTogether(
  { store, drafts }: { store: Pick<DocumentStore, 'batchGet'>; drafts?: SettlingDrafts },
  ids: readonly string[],
  { settles }: { settles: boolean },
): Promise<Map<string, SettledItem>> {
  const refused = settles ? await Promise.all(ids.map((id) => settledParts(drafts, { id }))) : [];
  const documents = await getDocuments(
    store,
    ids.map((id) => items.at(id)),
  );
  const found = ids.flatMap((id, index): [string, SettledItem][] => {
    const document = documents[index];
    if (!document) return [];
    return [[id, { item: document.data, version: document.version, document, refused: refused[index] ?? [] }]];
  });
  return new Map(found);
}

/** The document of an item that its caller has read. */
export function knownDocuments({ settled }: Known): Document<Item>[] {
  return settled ? [settled.document] : [];
}

/** Settles the drafts of an item, unless its caller has. @returns the parts that are too long for the item */
export async function settledParts(drafts: SettlingDrafts, { id, settled }: Known): Promise<readonly DraftPartName[]> {
  return settled?.refused ?? (await drafts?.settle(id)) ?? [];
}

/** The languages that cannot be published as they were typed, because they or the shared part are too long. */
export function unsettledLanguages(tooLong: readonly DraftPartName[], languages: readonly Locale[]): Locale[] {
  return languages.filter((language) => tooLong.includes(SHARED) || tooLong.includes(language));
}
