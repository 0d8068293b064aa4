import type * as Y from 'yjs';
import type { Item } from '#core/content/item.ts';
import { type DraftName, SHARED } from '#core/drafts/draft-name.ts';
import {
  type ChangedBy,
  type Drafts,
  DraftTooLarge,
  type LanguageChange,
  type SharedChange,
} from '#core/drafts/drafts.ts';
import type { DraftDocuments, HeldDraft } from './draft-documents.ts';
import type { OpenDraft } from './open-draft.ts';
import { requireRoom } from './require-room.ts';

/** Works with a draft that stays in memory meanwhile. `wasSettled`: whether the item had what its drafts said. */
export type HoldDraft = <T>(
  name: DraftName,
  use: (held: HeldDraft, documents: DraftDocuments, wasSettled: boolean) => Promise<T>,
) => Promise<T>;

type PartChange = LanguageChange | SharedChange;

interface HeldChange {
  draft: OpenDraft;
  apply: (doc: Y.Doc) => void;
}

/** How programs change drafts. */
export function createDraftChanges(hold: HoldDraft): Pick<Drafts, 'changeLanguage' | 'changeShared' | 'changeItem'> {
  async function changePart(itemId: string, part: string, change: PartChange, by: ChangedBy): Promise<void> {
    await hold({ itemId, part }, async ({ draft, item, part: held }, documents, wasSettled) => {
      const apply = (doc: Y.Doc) => {
        held.change(doc, change);
        requireRoom(documents.saidBy(item, new Map([[draft, doc]])), () => documents.saidBy(item));
      };
      await write({ draft, apply }, by);
      await settleAfter(itemId, documents, wasSettled);
    });
  }

  /** Judges what the parts say together before the first of them is written. */
  async function changeParts(itemId: string, changes: [part: string, PartChange][], by: ChangedBy): Promise<void> {
    const held: HeldChange[] = [];
    const holdNext = async ([next, ...rest]: typeof changes): Promise<void> => {
      if (!next) return;
      const [part, change] = next;
      await hold({ itemId, part }, async ({ draft, item, part: own }, documents, wasSettled) => {
        held.push({ draft, apply: (doc) => own.change(doc, change) });
        if (rest.length > 0) return holdNext(rest);
        requireRoomForAll(item, held, documents);
        for (const each of held) await write(each, by);
        await settleAfter(itemId, documents, wasSettled);
      });
    };
    await holdNext(changes);
  }

  return {
    changeLanguage: changePart,
    changeShared: (itemId, change, by) => changePart(itemId, SHARED, change, by),
    changeItem(itemId, { languages = {}, shared }, by) {
      const changes: [string, PartChange][] = Object.entries(languages);
      if (shared) changes.push([SHARED, shared]);
      return changeParts(itemId, changes, by);
    },
  };
}

async function write({ draft, apply }: HeldChange, by: ChangedBy): Promise<void> {
  const outcome = await draft.change(apply, { source: 'local' }, by);
  if (outcome === 'too-large') throw new DraftTooLarge();
  if (outcome !== 'saved') throw new Error(`The draft ${draft.key} takes no more: ${outcome}`);
}

async function settleAfter(itemId: string, documents: DraftDocuments, wasSettled: boolean): Promise<void> {
  if (wasSettled) await documents.settleOpen(itemId);
  else await documents.settleIfPossible(itemId);
}

/** @throws {DraftTooLarge} @throws {InvalidWrite} */
function requireRoomForAll(item: Item, changes: readonly HeldChange[], documents: DraftDocuments): void {
  const copies = new Map<OpenDraft, Y.Doc>();
  try {
    for (const { draft, apply } of changes) {
      const copy = draft.rehearse(apply);
      if (!copy) throw new DraftTooLarge();
      copies.set(draft, copy);
    }
    requireRoom(documents.saidBy(item, copies), () => documents.saidBy(item));
  } finally {
    for (const copy of copies.values()) copy.destroy();
  }
}
