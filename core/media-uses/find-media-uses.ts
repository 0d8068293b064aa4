import { itemCards, items, publications, revisions, savedVersions } from '../content/collections.ts';
import { type Item, PURGING, type SavedVersion } from '../content/item.ts';
import type { Collection } from '../documents/collection.ts';
import { idOf } from '../documents/document-path.ts';
import type { DocumentStore, Query } from '../documents/document-store.ts';
import { getDocument, getDocuments, queryDocuments } from '../documents/typed-documents.ts';
import { filesShowing } from '../files/read-files.ts';
import { files } from '../files/site-file.ts';
import { jobs } from '../jobs/jobs-collection.ts';
import type { Locale } from '../locales/locale.ts';
import { media, mediaWithoutFile } from '../media/media.ts';
import { mediaIn } from '../media/media-in.ts';
import type { SiteConfig } from '../site/site-config.ts';

/** Where texts are that show a file, the most public place first. */
export const USE_PLACES = ['public', 'scheduled', 'draft', 'trash', 'saved-version', 'revision'] as const;

export type UsePlace = (typeof USE_PLACES)[number];

/** An item that shows a file or links to it, and where. */
export interface MediaUse {
  itemId: string;
  /** The key of its content type; empty if the item is gone. */
  type: string;
  title: string;
  /** Of several places, the most public one. */
  place: 'public' | 'draft' | 'history';
  /** Every place, with the languages whose texts show the file there. */
  places: { place: UsePlace; languages: Locale[] }[];
}

/** Documents per read: each may have long texts. */
const BATCH = 50;

type Reads = Pick<DocumentStore, 'batchGet' | 'runQuery'>;

const showing = (id: string): Omit<Query, 'collection'> => ({
  where: [{ field: 'media', op: 'array-contains', value: id }],
});

/** The items that show a media file or link to it, the most public uses first. @param limit at most so many */
export async function findMediaUses(
  store: Reads,
  { defaultLocale }: Pick<SiteConfig, 'defaultLocale'>,
  id: string,
  limit: number,
): Promise<MediaUse[]> {
  const found = new Map<string, Map<UsePlace, Set<Locale>>>();
  const note = (itemId: string, place: UsePlace, languages: readonly Locale[]) => {
    const places = found.get(itemId) ?? new Map<UsePlace, Set<Locale>>();
    if (!found.has(itemId) && found.size >= limit) return;
    found.set(itemId, places);
    places.set(place, new Set([...(places.get(place) ?? []), ...languages]));
  };
  // An item has several of most, so that a limit of documents would not be one of items.
  async function each<T>(collection: Collection<T>, tell: (data: T) => void): Promise<void> {
    for (let offset = 0; ; offset += BATCH) {
      const page = await queryDocuments(store, collection, { ...showing(id), limit: BATCH, offset });
      for (const { data } of page) tell(data);
      if (page.length < BATCH || found.size >= limit) return;
    }
  }
  await each(publications, ({ itemId, language }) => note(itemId, 'public', [language]));
  await each(items, (item) => noteDraft(item, id, note));
  await each(revisions, ({ itemId, language }) => note(itemId, 'revision', [language]));
  await each(savedVersions, (version) => note(version.itemId, 'saved-version', languagesShowing(version, id)));

  const refs = [...found.keys()].map((itemId) => itemCards.at(itemId));
  const cards = refs.length === 0 ? [] : await getDocuments(store, refs);
  return [...found].map(([itemId, places], index) => {
    const { languages = {}, type = '' } = cards[index]?.data ?? {};
    const { title = '' } = languages[defaultLocale] ?? Object.values(languages)[0] ?? {};
    const told = USE_PLACES.flatMap((place) => {
      const spoken = places.get(place);
      return spoken ? [{ place, languages: [...spoken].sort() }] : [];
    });
    return { itemId, type, title, place: kindOfPlace(told[0]?.place), places: told };
  });
}

function kindOfPlace(place: UsePlace | undefined): MediaUse['place'] {
  if (place === 'public') return 'public';
  return place === 'saved-version' || place === 'revision' ? 'history' : 'draft';
}

function noteDraft(item: Item, id: string, note: (itemId: string, place: UsePlace, languages: Locale[]) => void): void {
  const languages = languagesShowing(item, id);
  note(item.id, item.trashedAt === undefined ? 'draft' : 'trash', languages);
  if (item.trashedAt !== undefined) return;
  const scheduled = languages.filter((language) => item.languages[language]?.schedule?.publishAt !== undefined);
  if (scheduled.length > 0) note(item.id, 'scheduled', scheduled);
}

/** The languages whose texts show a file; all of them if a part that they share does. */
function languagesShowing({ cover, fields, languages }: Item | SavedVersion, id: string): Locale[] {
  const codes = Object.keys(languages);
  if (mediaIn({ cover, fields, languages: {} }).includes(id)) return codes;
  return codes.filter((code) => {
    const content = languages[code];
    return content !== undefined && mediaIn({ fields: {}, languages: { [code]: content } }).includes(id);
  });
}

/** Whether a public text shows a media file or links to it. */
export async function isShownInPublic(store: Pick<DocumentStore, 'runQuery'>, id: string): Promise<boolean> {
  const query = { collection: publications.name, ...showing(id), limit: 1, select: ['publishedAt'] };
  return (await store.runQuery(query)).length > 0;
}

/** Files with the same bytes that are looked at. Source: Meki's own. */
const SAME = 50;

/** Whether visitors get some bytes: a public text shows a file that has them now, or the bytes themselves if they have no file. */
export async function areBytesPublic(store: Reads, id: string): Promise<boolean> {
  const holders = await filesShowing(store, id, SAME);
  for (const { id: fileId, trashedAt } of holders) {
    if (trashedAt === undefined && (await isShownInPublic(store, fileId))) return true;
  }
  if (holders.length > 0) return false;
  const [file, bytes] = await getDocuments(store, [files.at(id), media.at(id)]);
  return !file && mediaWithoutFile(bytes?.data) !== undefined && isShownInPublic(store, id);
}

/**
 * Whether anything uses a media file: an item, in the trash or not, something published, a revision or a saved version.
 * @returns `purging` if only items do that are being deleted permanently
 */
export async function findMediaUse(store: Reads, id: string): Promise<'used' | 'purging' | 'unused'> {
  if (await isShownInPublic(store, id)) return 'used';
  let isPurged = false;
  const judge = async (itemId: string) => {
    const trashedAt = (await getDocument(store, items.at(itemId)))?.data.trashedAt;
    isPurged ||= trashedAt === PURGING;
    return trashedAt !== PURGING;
  };
  for (const collection of [items, savedVersions, revisions]) {
    const judged = new Set<string>();
    for (let offset = 0; ; offset += BATCH) {
      const found = await store.runQuery({ collection: collection.name, ...showing(id), limit: BATCH, offset });
      for (const document of found) {
        const itemId = collection === items ? idOf(document) : String(document.data.itemId);
        if (judged.has(itemId)) continue;
        judged.add(itemId);
        if (await judge(itemId)) return 'used';
      }
      if (found.length < BATCH) break;
    }
  }
  return isPurged ? 'purging' : 'unused';
}

/** The job that adds the list of media files to what was written without one. Increase `purpose` when `mediaIn` finds more. */
export const RECORDING = { job: jobs.at('media-uses'), purpose: '1' };

/** Whether every document says which media files it shows, so that a file without uses has none. */
export async function areMediaUsesRecorded(store: Pick<DocumentStore, 'batchGet'>): Promise<boolean> {
  const record = (await getDocument(store, RECORDING.job))?.data;
  return record?.purpose === RECORDING.purpose && record.done === true;
}
