import { items } from '../content/collections.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { getDocument, getDocuments } from '../documents/typed-documents.ts';
import type { KnownDocument } from '../documents/unit-of-work.ts';
import { type DraftPartName, SHARED } from '../drafts/draft-name.ts';
import type { Drafts, SettledItem } from '../drafts/drafts.ts';
import type { Locale } from '../locales/locale.ts';

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
  if (drafts) return drafts.settle(id);
  const document = await getDocument(store, items.at(id));
  return document && { item: document.data, version: document.version, refused: [] };
}

/** Reads items together, by id. @param settles whether their drafts are settled first, several at once */
export async function readItemsTogether(
  { store, drafts }: { store: Pick<DocumentStore, 'batchGet'>; drafts?: SettlingDrafts },
  ids: readonly string[],
  { settles }: { settles: boolean },
): Promise<Map<string, SettledItem>> {
  const found = new Map<string, SettledItem>();
  if (drafts && settles) {
    const all = await Promise.all(ids.map((id) => drafts.settle(id)));
    for (const settled of all) if (settled) found.set(settled.item.id, settled);
    return found;
  }
  const documents = await getDocuments(
    store,
    ids.map((id) => items.at(id)),
  );
  for (const [index, id] of ids.entries()) {
    const document = documents[index];
    if (document) found.set(id, { item: document.data, version: document.version, refused: [] });
  }
  return found;
}

/** An item that its caller has read. */
export function knownDocuments({ settled }: Pick<Known, 'settled'>): KnownDocument[] {
  return settled ? [{ ref: items.at(settled.item.id), data: settled.item, version: settled.version }] : [];
}

/** An item whose drafts are settled, by its caller or here; `undefined` without drafts, or if there is none. */
export async function settledBy(drafts: SettlingDrafts, { id, settled }: Known): Promise<SettledItem | undefined> {
  return settled ?? (await drafts?.settle(id));
}

/** The languages that cannot be published as they were typed, because they or the shared part are too long. */
export function unsettledLanguages(tooLong: readonly DraftPartName[], languages: readonly Locale[]): Locale[] {
  return languages.filter((language) => tooLong.includes(SHARED) || tooLong.includes(language));
}
