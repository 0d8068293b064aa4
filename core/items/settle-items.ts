import { items } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import type { Document, DocumentStore } from '../documents/document-store.ts';
import { getDocument, getDocuments } from '../documents/typed-documents.ts';
import { type DraftPartName, SHARED } from '../drafts/draft-name.ts';
import type { Drafts } from '../drafts/drafts.ts';
import type { Locale } from '../locales/locale.ts';
import type { Check } from '../publishing/publish-checks.ts';

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
  const refused = (await drafts?.settle(id)) ?? [];
  const document = await getDocument(store, items.at(id));
  return document && { item: document.data, version: document.version, document, refused };
}

/** Reads items together, by id. @param settles whether their drafts are settled first, several at once */
export async function readItemsTogether(
  { store, drafts }: { store: Pick<DocumentStore, 'batchGet'>; drafts?: SettlingDrafts },
  ids: readonly string[],
  { settles }: { settles: boolean },
): Promise<Map<string, SettledItem>> {
  const refused = settles ? await Promise.all(ids.map(async (id) => (await drafts?.settle(id)) ?? [])) : [];
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

/** The documents of targets whose callers have read them. */
export function knownDocuments(targets: readonly Known[]): Document<Item>[] {
  return targets.flatMap(({ settled }) => settled?.document ?? []);
}

/** The drafts of the items of one action: each is settled once, also when the action is retried. */
export interface Settling {
  /** Settles the drafts of an item, the first time that it is asked about. @returns the parts that are too long for the item */
  refusedParts(id: string): Promise<readonly DraftPartName[]>;
  /** The given languages that cannot be published as they were typed, because they or the shared part are too long. */
  unsettledLanguages(id: string, languages: readonly Locale[]): Promise<Locale[]>;
}

/** @param targets those that their callers have settled are not settled again */
export function createSettling(drafts: SettlingDrafts, targets: readonly Known[] = []): Settling {
  const refused = new Map<string, readonly DraftPartName[]>();
  for (const { id, settled } of targets) if (settled) refused.set(id, settled.refused);

  async function refusedParts(id: string): Promise<readonly DraftPartName[]> {
    const parts = refused.get(id) ?? (await drafts?.settle(id)) ?? [];
    refused.set(id, parts);
    return parts;
  }

  return {
    refusedParts,
    async unsettledLanguages(id, languages) {
      const parts = await refusedParts(id);
      return [...new Set(languages)].filter((language) => parts.includes(SHARED) || parts.includes(language));
    },
  };
}

/** The check results of languages that are too long for the item. */
export function unsettledChecks(languages: readonly Locale[]): Check[] {
  return languages.map((language) => ({ severity: 'error', code: 'item-too-long', language }));
}
