import type * as Y from 'yjs';
import { items } from '#core/content/collections.ts';
import type { Item } from '#core/content/item.ts';
import { PART_TOO_LONG } from '#core/content-types/limits.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { InvalidWrite } from '#core/documents/errors.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import {
  type DraftName,
  type DraftPartName,
  formatDraftName,
  formatSetAside,
  SHARED,
} from '#core/drafts/draft-name.ts';
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
import { DraftRefused } from './refusals.ts';
import type { ReadAhead } from './settle-item.ts';
import type { OpenDraft } from './updates/open-draft.ts';

/** What programs reach drafts through. */
export interface DraftAccess {
  store: DocumentStore;
  draftLog: DraftLog;
  /** Loads the modules of drafts when they are first needed. */
  load(): Promise<DraftDocuments>;
}

type PartChange = LanguageChange | SharedChange;

interface HeldChange {
  draft: OpenDraft;
  apply: (doc: Y.Doc) => void;
}

/** The drafts as programs read and change them. */
export function createProgramDrafts(access: DraftAccess): Drafts {
  return {
    readLanguage: (itemId, part, known) =>
      hold(access, { itemId, part }, async (held) => held.part.read(held.draft.doc) as LanguageDraft, known),
    readShared: (itemId) =>
      hold(access, { itemId, part: SHARED }, async (held) => held.part.read(held.draft.doc) as SharedDraft),
    changeLanguage: (itemId, part, change, by, known) =>
      changePart<LanguageDraft>(access, { itemId, part }, change, by, known),
    changeShared: (itemId, change, by, known) =>
      changePart<SharedDraft>(access, { itemId, part: SHARED }, change, by, known),
    changeItem(itemId, { languages = {}, shared }, by) {
      const changes: [string, PartChange][] = Object.entries(languages);
      if (shared) changes.push([SHARED, shared]);
      return changeParts(access, itemId, changes, by);
    },
    settle: (itemId) => settleDrafts(access, itemId),
    async remove(itemId) {
      const documents = await access.load();
      await documents.closeItem(itemId);
      for (const part of documents.parts) {
        await access.draftLog.remove(formatDraftName({ itemId, part }));
        await access.draftLog.remove(formatSetAside({ itemId, part }));
      }
    },
  };
}

/**
 * Reads an item and its drafts together, and settles those that are not settled.
 * @param onRefused receives the error if some drafts are too long for the item
 */
export async function settleDrafts(
  { store, draftLog, load }: DraftAccess,
  itemId: string,
  onRefused?: (error: unknown) => void,
): Promise<SettledItem | undefined> {
  const documents = await load();
  const names = documents.parts.map((part) => ({ itemId, part }));
  const [found, all] = await Promise.all([
    getDocument(store, items.at(itemId)),
    draftLog.open(names.map(formatDraftName)),
  ]);
  if (!found) return undefined;
  const opened = new Map(all.map((each, index) => [names[index]?.part as DraftPartName, each]));
  const known = { item: found.data, version: found.version, refused: [], opened };
  const unsettled = names.filter(({ part }) => opened.get(part)?.isUnsettled);
  const isCurrent = !documents.isUnsettled(itemId) && !documents.isOvertaken(found.data);
  if (unsettled.length === 0 && isCurrent) return known;
  const holdRest = ([name, ...rest]: DraftName[]): ReturnType<DraftDocuments['snapshots']['settleIfPossible']> =>
    name
      ? documents.hold(name, () => holdRest(rest), known)
      : documents.snapshots.settleIfPossible(itemId, { onRefused });
  const { refused, after } = await holdRest(unsettled);
  if (after) return { ...after, refused };
  const now = await getDocument(store, items.at(itemId));
  return now && { item: now.data, version: now.version, refused };
}

/**
 * Runs a function with a draft that includes programs' changes to the item, after settling it if possible. It stays in memory
 * meanwhile. `refused`: the parts that are too long for the item.
 * @param known the item if it has just been settled
 * @throws RangeError if it does not exist
 */
async function hold<T>(
  { load }: Pick<DraftAccess, 'load'>,
  name: DraftName,
  use: (held: HeldDraft, documents: DraftDocuments, refused: readonly DraftPartName[]) => Promise<T>,
  known?: SettledItem,
): Promise<T> {
  const documents = await load();
  async function settled({ draft, item, part }: HeldDraft): Promise<readonly DraftPartName[]> {
    if (known && !draft.isUnsettled && !part.isOvertaken(item)) return known.refused;
    return (await documents.snapshots.settleIfPossible(name.itemId)).refused;
  }
  try {
    return await documents.hold(name, async (held) => use(held, documents, await settled(held)), known);
  } catch (error) {
    if (!(error instanceof DraftRefused)) throw error;
    throw new RangeError(`There is no draft ${formatDraftName(name)}`, { cause: error });
  }
}

async function changePart<Draft>(
  access: DraftAccess,
  name: DraftName,
  given: PartChange | ((draft: Draft) => PartChange | undefined),
  by: ChangedBy,
  known: SettledItem | undefined,
): Promise<SettledItem | undefined> {
  return hold<SettledItem | undefined>(
    access,
    name,
    async ({ draft, item, part }, documents, refused) => {
      const change = typeof given === 'function' ? given(part.read(draft.doc) as Draft) : given;
      if (!change) return known;
      const apply = (doc: Y.Doc) => {
        part.change(doc, change);
        requireRoomFor(item, new Map([[draft, doc]]), documents);
      };
      const ahead = known && documents.snapshots.readAhead(known);
      await write({ draft, apply }, by);
      return settleAfter(name.itemId, [name.part], documents, refused, ahead);
    },
    known,
  );
}

/** Validates all parts together before writing the first. */
async function changeParts(
  access: DraftAccess,
  itemId: string,
  changes: [part: string, PartChange][],
  by: ChangedBy,
): Promise<void> {
  const held: HeldChange[] = [];
  const holdNext = async ([next, ...rest]: typeof changes): Promise<void> => {
    if (!next) return;
    const [part, change] = next;
    await hold(access, { itemId, part }, async ({ draft, item, part: own }, documents, refused) => {
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

/**
 * Accepts a program's change of an item's drafts if the item can store it, or if no part grew.
 * @throws {InvalidWrite}
 */
function requireRoomFor(item: Item, next: ReadonlyMap<OpenDraft, Y.Doc>, documents: DraftDocuments): void {
  const former = () => documents.snapshots.saidBy(item, new Map([...next.keys()].map((draft) => [draft, draft.doc])));
  if (!documents.snapshots.hasRoom(documents.snapshots.saidBy(item, next), former))
    throw new InvalidWrite(PART_TOO_LONG);
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
