import type { Document, DocumentData, DocumentStore, Write } from '../documents/document-store.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import { type JobRecord, jobPath } from '../jobs/jobs-collection.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { contentPath } from './collections.ts';
import { contentHash } from './content-hash.ts';
import { createItemCard } from './create-item-card.ts';
import type { Item } from './item.ts';
import type { ItemCard } from './item-card.ts';
import { createLinkJudge, judgedBy } from './judge-links.ts';
import { sameContents } from './same-contents.ts';

/** Items read at once. */
const BATCH = 50;

/** Grows when cards come to hold something else, or to judge otherwise. */
const CARD_FORM = 5;

const JOB = jobPath('item-cards');

/**
 * Makes the card of every item that has none, or one of another form: after an update, or when the site's languages or
 * types are others. Once it came to the end, it has nothing to do until then. Broken off, it goes on where it was.
 * @returns how many cards it wrote.
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

/** Everything but the items themselves that a card follows from. */
function purposeOf({ locales, defaultLocale, contentTypes }: SiteConfig): string {
  return contentHash([CARD_FORM, locales, defaultLocale, contentTypes]);
}

/**
 * Makes the card of an item anew where it says something else, and takes it away where there is no item. Both documents are
 * read at one moment, and an item is never written without its card; so a card read stands for both.
 * @returns how many cards it wrote.
 */
export async function mendItemCard(store: DocumentStore, config: SiteConfig, id: string): Promise<number> {
  const path = contentPath.card(id);
  for (;;) {
    const [item, card] = await store.batchGet([contentPath.item(id), path]);
    const data = item && (await cardOf(store, config, item.data as unknown as Item));
    if (sameContents(card?.data, data)) return 0;
    const precondition = card ? { version: card.version } : { exists: false };
    const write: Write = data
      ? { kind: 'set', path, data: data as unknown as DocumentData, precondition }
      : { kind: 'delete', path, precondition };
    try {
      await store.commit([write]);
      return 1;
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) throw error;
    }
  }
}

async function cardOf(store: DocumentStore, config: SiteConfig, item: Item): Promise<ItemCard> {
  const draft = createItemCard(config, item, () => 'here');
  const paths = judgedBy(config, draft.linksTo);
  const documents = paths.length > 0 ? await store.batchGet(paths) : [];
  const found = new Map(paths.map((path, index) => [path, documents[index]?.data]));
  return createItemCard(
    config,
    item,
    createLinkJudge(config, <T>(path: (typeof paths)[number]) => found.get(path) as T | undefined),
  );
}
