import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { readTree } from '../addresses/page-places.ts';
import { type AuditActor, auditWrite, onRecord } from '../audit/audit-log.ts';
import {
  addresses,
  importedAddresses,
  importedItems,
  itemCards,
  items,
  pageTrees,
  purgedItems,
  revisions,
  savedVersions,
} from '../content/collections.ts';
import { type Item, PURGING } from '../content/item.ts';
import { withoutPage } from '../content/page-tree.ts';
import { isFixedItem } from '../content/validate-item.ts';
import { idOf } from '../documents/document-path.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { deleteFound, retryOnConflict } from '../documents/retry-on-conflict.ts';
import { getDocument, setDocument } from '../documents/typed-documents.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import { checkFilesLater } from '../files/check-files-later.ts';
import { findTagged } from '../item-cards/read-topics.ts';
import { stageItem, stageItemRemoval } from '../item-cards/stage-item.ts';
import { previews } from '../previews/previews.ts';
import {
  changeItem,
  type Decision,
  type ItemDependencies,
  type ItemFailure,
  type ItemOutcome,
  type ItemTarget,
  wasPublished,
} from '../publishing/change-item.ts';
import { itemEntry } from '../publishing/publication-entry.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { topicType } from '../site/topic-type.ts';
import { stageHidden } from './archive-item.ts';

/** Days after which an item is deleted from the trash. Source: the product's specification, Publishing. */
export const TRASH_DAYS = 30;

/** Collections of documents that belong to an item, with the order of their index; all refer to it by `itemId`. */
const PARTS = [
  { collection: revisions, sort: ['publishedAt'] },
  { collection: savedVersions, sort: ['at'] },
  { collection: previews, sort: ['createdAt'] },
  { collection: addresses, sort: [] },
  { collection: importedAddresses, sort: [] },
  { collection: importedItems, sort: [] },
];

/**
 * Moves an item to the trash: unpublishes all languages and cancels schedules. `fixed-page`: pages that every site has cannot
 * be deleted. `topic-in-use`: items have it; `retireTopic` takes it off them first.
 * @throws {Forbidden}
 */
export function trashItem(
  dependencies: ItemDependencies,
  actor: Actor,
  target: ItemTarget,
): Promise<ItemOutcome<'fixed-page' | 'topic-in-use'>> {
  const { store, config } = dependencies;
  return changeItem<ItemFailure<'fixed-page' | 'topic-in-use'>>(dependencies, actor, target, async (unit, item, at) => {
    requireMayTrash(actor, item);
    const isTopic = item.type === topicType(config)?.key;
    if (isTopic && (await findTagged(store, config, item.id, 1)).length > 0) {
      return { ok: false, reason: 'topic-in-use' };
    }
    return stageTrashed(unit, config, item, at);
  });
}

/** Stages moving an item to the trash, like `moveToTrash`, without checking permissions. */
export async function stageTrashed(
  unit: UnitOfWork,
  config: SiteConfig,
  item: Item,
  at: number,
): Promise<Decision | ItemFailure<'fixed-page'>> {
  if (isFixedItem(item)) return { ok: false, reason: 'fixed-page' };
  if (item.trashedAt !== undefined) return { ok: false, reason: 'in-trash' };
  const hidden = await stageHidden(unit, config, item, { languages: Object.keys(item.languages), at });
  return { ok: true, item: { ...hidden, trashedAt: at }, entry: { action: 'item.trashed' } };
}

/** Restores an item from the trash with all its data, unpublished. @throws {Forbidden} */
export function untrashItem(dependencies: ItemDependencies, actor: Actor, target: ItemTarget): Promise<ItemOutcome> {
  return changeItem<never>(dependencies, actor, { ...target, inTrash: true }, (_unit, item) => {
    requireMayTrash(actor, item);
    const { trashedAt: _, ...restored } = item;
    return { ok: true, item: restored, entry: { action: 'item.untrashed' } };
  });
}

/**
 * Permanently deletes an item in the trash, with its drafts, revisions and old addresses. A job deletes the media files that nothing
 * else uses (`delete-media.ts`). @throws {Forbidden}
 */
export async function purgeItem(
  dependencies: ItemDependencies,
  actor: Actor,
  { id }: { id: string },
): Promise<{ ok: true } | ItemFailure> {
  requireMay(actor, 'item.purge');
  return purge(dependencies, id, onRecord(actor));
}

/**
 * Permanently deletes items whose time in the trash has passed, oldest first, after finishing interrupted deletions.
 * @param mayGoOn is called before each item. @returns the number of items.
 */
export async function purgeTrash(
  dependencies: ItemDependencies,
  { mayGoOn = async () => true }: { mayGoOn?: () => Promise<boolean> } = {},
): Promise<number> {
  const { store, now = Date.now } = dependencies;
  let purged = 0;
  while (true) {
    const expired = await store.runQuery({
      collection: itemCards.name,
      where: [{ field: 'trashedAt', op: '<=', value: now() - TRASH_DAYS * 24 * 3_600_000 }],
      orderBy: [{ field: 'trashedAt', direction: 'asc' }],
      limit: 20,
    });
    let done = 0;
    for (const card of expired) {
      if (!(await mayGoOn())) return purged + done;
      if ((await purge(dependencies, idOf(card), { kind: 'system' })).ok) done++;
    }
    purged += done;
    if (done === 0) return purged;
  }
}

function requireMayTrash(actor: Actor, item: Item): void {
  requireMay(actor, 'item.trash', { authorId: item.authorId ?? '', wasPublished: wasPublished(item) });
}

/**
 * First makes the deletion irreversible, then deletes what belongs to the item, and last the item itself with its audit entry
 * and a tombstone for its id. If interrupted, the item stays in the trash until a later run continues.
 */
async function purge(
  dependencies: ItemDependencies,
  id: string,
  actor: AuditActor,
): Promise<{ ok: true } | ItemFailure> {
  const { store, config, drafts, now = Date.now } = dependencies;
  const claimed = await changeTrashed(dependencies, id, (unit, item) => {
    if (item.trashedAt !== PURGING) stageItem(unit, config, { ...item, trashedAt: PURGING });
  });
  if (!claimed.ok) return claimed;
  await checkFilesLater({ store, now }, await mediaOf(store, id));
  for (const { collection, sort } of PARTS) {
    await deleteFound(store, {
      collection: collection.name,
      where: [{ field: 'itemId', op: '==', value: id }],
      orderBy: sort.map((field) => ({ field, direction: 'desc' })),
    });
  }
  await drafts?.remove(id);
  return changeTrashed(dependencies, id, async (unit, item) => {
    const at = now();
    stageItemRemoval(unit, config, id);
    await stageWithout(unit, item);
    unit.append(setDocument(purgedItems.at(id), { at }));
    unit.append(auditWrite(itemEntry({ action: 'item.purged', at, actor, item })));
  });
}

/** Stages the tree of pages without one that is deleted; it may be needed by those below it. */
async function stageWithout(unit: UnitOfWork, { id, type }: Item): Promise<void> {
  const tree = await readTree(unit, type);
  const next = withoutPage(tree, id);
  if (next.pages.length < tree.pages.length) unit.set(pageTrees.at(type), next);
}

/** The media files of an item and of its history. */
async function mediaOf(store: DocumentStore, id: string): Promise<string[]> {
  const ids = new Set((await getDocument(store, items.at(id)))?.data.media);
  const own = [{ field: 'itemId', op: '==', value: id }] as const;
  for (const [{ name }, field] of [
    [revisions, 'publishedAt'],
    [savedVersions, 'at'],
  ] as const) {
    const query = { collection: name, where: [...own], orderBy: [{ field, direction: 'desc' as const }] };
    for (const { data } of await store.runQuery(query)) {
      for (const media of (data.media as string[] | undefined) ?? []) ids.add(media);
    }
  }
  return [...ids];
}

async function changeTrashed(
  { store }: ItemDependencies,
  id: string,
  stage: (unit: UnitOfWork, item: Item) => void | Promise<void>,
): Promise<{ ok: true } | ItemFailure> {
  const ref = items.at(id);
  return retryOnConflict<{ ok: true } | ItemFailure>(
    async () => {
      const unit = new UnitOfWork(store);
      await unit.read([ref]);
      const item = unit.get(ref);
      if (item?.trashedAt === undefined) return { ok: false, reason: 'not-found' };
      await stage(unit, item);
      await unit.commit();
      return { ok: true };
    },
    { giveUp: () => ({ ok: false, reason: 'conflict' }) },
  );
}
