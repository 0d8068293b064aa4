import type * as Y from 'yjs';
import type { Item } from '#core/content/item.ts';
import { PART_TOO_LONG } from '#core/content-types/limits.ts';
import { InvalidWrite } from '#core/documents/errors.ts';
import { type DraftName, type DraftPartName, SHARED } from '#core/drafts/draft-name.ts';
import {
  type ChangedBy,
  type Drafts,
  DraftTooLarge,
  type LanguageChange,
  type LanguageDraft,
  type SettledItem,
  type SharedChange,
  type SharedDraft,
} from '#core/drafts/drafts.ts';
import type { DraftDocuments, HeldDraft } from './draft-documents.ts';
import { requireRoom } from './require-room.ts';
import type { ReadAhead } from './settle-item.ts';
import type { OpenDraft } from './updates/open-draft.ts';

/** Runs a function with a draft, which stays in memory meanwhile. `refused`: the parts that are too long for the item. */
export type HoldDraft = <T>(
  name: DraftName,
  use: (held: HeldDraft, documents: DraftDocuments, refused: readonly DraftPartName[]) => Promise<T>,
  known?: SettledItem,
) => Promise<T>;

type PartChange = LanguageChange | SharedChange;

interface HeldChange {
  draft: OpenDraft;
  apply: (doc: Y.Doc) => void;
}

/** Changes of drafts by programs. */
export function createDraftChanges(hold: HoldDraft): Pick<Drafts, 'changeLanguage' | 'changeShared' | 'changeItem'> {
  async function changePart<Draft>(
    itemId: string,
    part: string,
    given: PartChange | ((draft: Draft) => PartChange | undefined),
    by: ChangedBy,
    known: SettledItem | undefined,
  ): Promise<SettledItem | undefined> {
    const use: Parameters<typeof hold<SettledItem | undefined>>[1] = async (
      { draft, item, part: held },
      documents,
      refused,
    ) => {
      const change = typeof given === 'function' ? given(held.read(draft.doc) as Draft) : given;
      if (!change) return known;
      const apply = (doc: Y.Doc) => {
        held.change(doc, change);
        requireRoomFor(item, new Map([[draft, doc]]), documents);
      };
      const ahead = known && documents.snapshots.readAhead(known);
      await write({ draft, apply }, by);
      return settleAfter(itemId, [part], documents, refused, ahead);
    };
    return hold({ itemId, part }, use, known);
  }

  /** Validates all parts together before writing the first. */
  async function changeParts(itemId: string, changes: [part: string, PartChange][], by: ChangedBy): Promise<void> {
    const held: HeldChange[] = [];
    const holdNext = async ([next, ...rest]: typeof changes): Promise<void> => {
      if (!next) return;
      const [part, change] = next;
      await hold({ itemId, part }, async ({ draft, item, part: own }, documents, refused) => {
        held.push({ draft, apply: (doc) => own.change(doc, change) });
        if (rest.length > 0) return holdNext(rest);
        requireRoomForAll(item, held, documents);
        for (const each of held) await write(each, by);
        const parts = held.map((each) => each.draft.name.part);
        await settleAfter(itemId, parts, documents, refused);
      });
    };
    await holdNext(changes);
  }

  return {
    changeLanguage: (itemId, language, change, by, known) =>
      changePart<LanguageDraft>(itemId, language, change, by, known),
    changeShared: (itemId, change, by, known) => changePart<SharedDraft>(itemId, SHARED, change, by, known),
    changeItem(itemId, { languages = {}, shared }, by) {
      const changes: [string, PartChange][] = Object.entries(languages);
      if (shared) changes.push([SHARED, shared]);
      return changeParts(itemId, changes, by);
    },
  };
}

async function write({ draft, apply }: HeldChange, by: ChangedBy): Promise<void> {
  const outcome = await draft.change(apply, by);
  if (outcome === 'too-large') throw new DraftTooLarge();
  if (outcome !== 'saved') throw new Error(`The draft ${draft.key} takes no more: ${outcome}`);
}

/**
 * @returns the item, if it is known
 * @throws {InvalidWrite} if a part that fit into the item before the change no longer fits
 */
async function settleAfter(
  itemId: string,
  parts: readonly DraftPartName[],
  documents: DraftDocuments,
  refusedBefore: readonly DraftPartName[],
  ahead?: ReadAhead,
): Promise<SettledItem | undefined> {
  const { refused, after } = await documents.snapshots.settleIfPossible(itemId, { ...(ahead && { ahead }) });
  const isNew = parts.some((part) => refused.includes(part) && !refusedBefore.includes(part));
  if (isNew) throw new InvalidWrite(PART_TOO_LONG);
  return after && { ...after, refused };
}

/** @throws {InvalidWrite} */
function requireRoomFor(item: Item, next: ReadonlyMap<OpenDraft, Y.Doc>, documents: DraftDocuments): void {
  const former = () => documents.snapshots.saidBy(item, new Map([...next.keys()].map((draft) => [draft, draft.doc])));
  requireRoom(documents.snapshots.hasRoom, documents.snapshots.saidBy(item, next), former);
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
    requireRoomFor(item, copies, documents);
  } finally {
    for (const copy of copies.values()) copy.destroy();
  }
}
