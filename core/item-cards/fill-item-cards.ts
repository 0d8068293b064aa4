import { contentPath } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import type { ItemCard } from '../content/item-card.ts';
import { contentHash } from '../documents/content-hash.ts';
import type { Document, DocumentData, DocumentStore } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { sameContents } from '../documents/same-contents.ts';
import { createUnitOfWork, type UnitOfWork } from '../documents/unit-of-work.ts';
import { type JobRecord, jobPath } from '../jobs/jobs-collection.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { createItemCard } from './create-item-card.ts';
import { readLinkJudge } from './judge-links.ts';

/** Items per read. */
const BATCH = 50;

/** Increase when the contents or rules of cards change. */
const CARD_FORM = 5;

const JOB = jobPath('item-cards');

/**
 * Creates missing cards and recreates those of another `CARD_FORM`: after an update, or after the site's languages or types
 * changed. Once complete, it does nothing until then. Resumes where it was interrupted.
 * @returns the number of cards written.
 */
export async function fillItemCards(
  store: DocumentStore,
  config: SiteConfig,
  { signal }: { signal?: AbortSignal } = {},
): Promise<number> {
  const purpose = purposeOf(config);
  const [document] = await store.batchGet([JOB]);
  const record = document?.data as JobRecord | undefined;
  if (record?.purpose === purpose && record.done) return 0;
  let after = record?.purpose === purpose ? record.after : undefined;
  let written = 0;
  while (!signal?.aborted) {
    const items = (await store.runQuery({
      collection: 'items',
      limit: BATCH,
      ...(after !== undefined && { startAfter: [after] }),
    })) as unknown as Document<Item>[];
    for (const { data } of items) written += await mendItemCard(store, config, data.id);
    after = items.at(-1)?.data.id ?? after;
    const done = items.length < BATCH;
    const progress: JobRecord = { purpose, done, ...(after !== undefined && { after }) };
    await store.commit([{ kind: 'set', path: JOB, data: progress as DocumentData }]);
    if (done) return written;
  }
  return written;
}

/** Hash of everything except the item that a card depends on. */
function purposeOf({ locales, defaultLocale, contentTypes }: SiteConfig): string {
  return contentHash([CARD_FORM, locales, defaultLocale, contentTypes]);
}

/**
 * Recreates the card of an item if it differs, and deletes it if the item does not exist. Retries when the item, its card or a
 * link target changes concurrently.
 * @returns the number of cards written @throws {PreconditionFailed} if all attempts conflicted
 */
export function mendItemCard(store: DocumentStore, config: SiteConfig, id: string): Promise<number> {
  const path = contentPath.itemCard(id);
  return retryOnConflict(async () => {
    const unit = createUnitOfWork(store);
    await unit.read([contentPath.item(id), path]);
    const item = unit.get<Item>(contentPath.item(id));
    const card = item && (await cardOf(unit, config, item));
    if (sameContents(unit.get<ItemCard>(path), card)) return 0;
    if (card) unit.set(path, card);
    else unit.remove(path);
    await unit.commit();
    return 1;
  });
}

async function cardOf(unit: UnitOfWork, config: SiteConfig, item: Item): Promise<ItemCard> {
  const { linksTo } = createItemCard(config, item, () => 'here');
  return createItemCard(config, item, await readLinkJudge(unit, config, linksTo));
}
