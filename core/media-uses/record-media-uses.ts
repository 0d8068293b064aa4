import { items, publications, revisions, savedVersions } from '../content/collections.ts';
import type { SavedVersion } from '../content/item.ts';
import type { Publication } from '../content/publication.ts';
import type { Collection } from '../documents/collection.ts';
import { idOf } from '../documents/document-path.ts';
import type { Document, DocumentStore, Query } from '../documents/document-store.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { getDocuments, queryDocuments } from '../documents/typed-documents.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import { type CoveringOptions, coverItems } from '../item-cards/cover-items.ts';
import { stageItem } from '../item-cards/stage-item.ts';
import { mediaIn } from '../media/media-in.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { RECORDING } from './find-media-uses.ts';

/** Documents per read and commit. */
const BATCH = 50;

/**
 * Adds the list of media files to items, publications, revisions and saved versions that were written before there was one. Once
 * complete, it does nothing. Resumes where it was interrupted.
 * @returns the number of documents written
 */
export async function recordMediaUses(
  store: DocumentStore,
  config: SiteConfig,
  options: CoveringOptions = {},
): Promise<number> {
  return coverItems(store, RECORDING.job, {
    ...options,
    purpose: RECORDING.purpose,
    each: (id) => recordOfItem(store, config, id),
  });
}

async function recordOfItem(store: DocumentStore, config: SiteConfig, id: string): Promise<number> {
  const item = await retryOnConflict(async () => {
    const unit = new UnitOfWork(store);
    await unit.read([items.at(id)]);
    const found = unit.get(items.at(id));
    if (found && found.media === undefined) {
      stageItem(unit, config, found);
      await unit.commit();
    }
    return found;
  });
  if (!item) return 0;
  const refs = Object.entries(item.languages).flatMap(([language, { publishedSlug }]) =>
    publishedSlug === undefined ? [] : [publications.at(language, item.type, publishedSlug)],
  );
  let written = item.media === undefined ? 1 : 0;
  written += await addLists(store, async () =>
    (await getDocuments(store, refs)).filter((found) => found !== undefined),
  );
  written += await addToFound(store, revisions, id, 'publishedAt');
  written += await addToFound(store, savedVersions, id, 'at');
  return written;
}

/** Adds the lists of an item's documents, newest first. */
async function addToFound<T extends Listed>(
  store: DocumentStore,
  collection: Collection<T>,
  itemId: string,
  sort: keyof T & string,
): Promise<number> {
  let written = 0;
  let last: Document<T> | undefined;
  do {
    const startAfter = last && [last.data[sort] as number, idOf(last)];
    const query: Omit<Query, 'collection'> = {
      where: [{ field: 'itemId', op: '==', value: itemId }],
      orderBy: [{ field: sort, direction: 'desc' }],
      limit: BATCH,
      ...(startAfter && { startAfter }),
    };
    written += await addLists(store, async () => {
      const found = await queryDocuments(store, collection, query);
      last = found.length === BATCH ? found.at(-1) : undefined;
      return found;
    });
  } while (last);
  return written;
}

type Listed = Publication | SavedVersion;

/** Adds the lists that documents lack; those that change meanwhile are read again. */
function addLists(store: DocumentStore, read: () => Promise<Document<Listed>[]>): Promise<number> {
  return retryOnConflict(async () => {
    const lacking = (await read()).filter(({ data }) => data.media === undefined);
    if (lacking.length === 0) return 0;
    await store.commit(
      lacking.map(({ path, version, data }) => {
        const languages = 'languages' in data ? data.languages : { own: { body: data.body, fields: {} } };
        const fields = { media: mediaIn({ cover: data.cover, fields: data.fields, languages }) };
        return { kind: 'update', path, fields, precondition: { version } };
      }),
    );
    return lacking.length;
  });
}
