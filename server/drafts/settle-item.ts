import { contentPath } from '#core/content/collections.ts';
import type { Item } from '#core/content/item.ts';
import { withPublicationStates } from '#core/content/publication-states.ts';
import { sameContents } from '#core/content/same-contents.ts';
import { stageItem } from '#core/content/stage-item.ts';
import { createUnitOfWork } from '#core/content/unit-of-work.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { PreconditionFailed } from '#core/documents/errors.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { DraftMapping } from './draft-mapping.ts';
import { createDraftPart } from './draft-part.ts';
import type { OpenDraft } from './open-draft.ts';
import { takeOver } from './take-over.ts';

export interface SettleDependencies {
  store: DocumentStore;
  config: SiteConfig;
  mapping: DraftMapping;
  draftLog: DraftLog;
  now: () => number;
}

/** How often a snapshot that met another commit is tried again. */
const ATTEMPTS = 20;

/**
 * Brings an item's snapshot up to date with its drafts, and its drafts with what a program wrote into the item; with them
 * the state of each language. Nothing is written when nothing has changed.
 * @throws {PreconditionFailed} when other commits were always first @throws {InvalidWrite} for what no item may hold
 */
export async function settleItem(
  dependencies: SettleDependencies,
  itemId: string,
  drafts: readonly OpenDraft[],
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const unit = createUnitOfWork(dependencies.store);
    const path = contentPath.item(itemId);
    await unit.read([path]);
    const item = unit.get<Item>(path);
    if (!item) return;
    const { next, positions } = await snapshotOf(dependencies, item, drafts);
    if (positions.size === 0) return;
    const settled = await withPublicationStates(unit, dependencies.config, next);
    if (!sameContents(withoutHashes(settled), withoutHashes(item))) stageItem(unit, dependencies.config, settled);
    try {
      await unit.commit();
    } catch (error) {
      if (error instanceof PreconditionFailed && attempt < ATTEMPTS) continue;
      throw error;
    }
    for (const [draft, position] of positions) await draft.settle(position);
    return;
  }
}

/** What an item says: that it says the same as its drafts is no reason to write it. */
function withoutHashes({ draftHash: _, ...item }: Item) {
  const languages = Object.entries(item.languages).map(([language, { draftHash: _, ...content }]) => [
    language,
    content,
  ]);
  return { ...item, languages: Object.fromEntries(languages) };
}

async function snapshotOf(
  { config, mapping, draftLog, now }: SettleDependencies,
  item: Item,
  drafts: readonly OpenDraft[],
): Promise<{ next: Item; positions: Map<OpenDraft, number> }> {
  const positions = new Map<OpenDraft, number>();
  let next = item;
  let editor: OpenDraft['editor'];
  let isEdited = false;
  for (const draft of drafts) {
    const part = createDraftPart({ config, mapping }, draft.name, item);
    const isOvertaken = part.isOvertaken(item);
    const isTyped = draft.position > draft.settled;
    if (!isOvertaken && !isTyped) continue;
    if (isOvertaken) await takeOver(draftLog, draft, part, item);
    if (part.isIncomplete(draft.doc)) await draft.change((doc) => part.complete(doc), { source: 'local' });
    positions.set(draft, draft.position);
    const before = next;
    next = part.put(draft.doc, next);
    if (!isTyped || sameContents(withoutHashes(before), withoutHashes(next))) continue;
    isEdited = true;
    editor = draft.editor ?? editor;
  }
  if (isEdited) next = { ...next, editedAt: now(), ...(editor && { editedBy: editor }) };
  return { next, positions };
}
