import { publications } from '../content/collections.ts';
import { createPublication, createPublicationCard } from '../content/create-publication.ts';
import type { Item } from '../content/item.ts';
import { ownLanguages } from '../content/own-contents.ts';
import type { Publication, PublicationCard } from '../content/publication.ts';
import { samePublication } from '../content/same-publication.ts';
import type { ContentType } from '../content-types/content-type.ts';
import { shownLanguage } from '../content-types/language-policy.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import type { Media } from '../media/media.ts';
import { media } from '../media/media-collection.ts';
import { keptMedia } from '../media/read-media.ts';
import { contentTypeOf } from '../site/content-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { Check } from './publish-checks.ts';
import { type ChecksFailure, refusedBy } from './publish-outcome.ts';

export interface PublicationChange {
  publish: Locale[];
  unpublish: Locale[];
  /** Milliseconds since 1970. */
  at: number;
  /** Whether a scheduled action is performed; otherwise a schedule stays if nothing changes. */
  bySchedule?: boolean;
  /** The author of the revisions. */
  by?: { id: string; name: string } | undefined;
  /** For languages that were never public before; default `at`. */
  firstPublishedAt?: number | undefined;
  /** Whether feeds may use the item's id, because it was not derived from a draft. */
  namedById?: boolean;
}

/** What publishing changes of an item, before anything is staged. */
export interface PublicationPlan {
  item: Item;
  change: PublicationChange;
  /** The current and the next publications. */
  current: Map<Locale, Publication>;
  next: Map<Locale, Publication>;
  /** Languages that stay public and have unpublished changes. */
  outdated: Locale[];
  cards: Map<Locale, PublicationCard>;
}

/**
 * Reads what publishing an item depends on, and finds what it changes.
 * @param given has been validated, and is stored as given
 */
export async function planPublications(
  unit: UnitOfWork,
  config: SiteConfig,
  given: Item,
  change: PublicationChange,
): Promise<{ ok: true; plan: PublicationPlan } | ChecksFailure> {
  const item = withEntryId(given, change);
  const type = contentTypeOf(config, item.type);
  const own = ownLanguages(config, item);
  const lacking = [
    ...change.publish.filter((language) => !own.includes(language)),
    ...change.unpublish.filter((language) => !item.languages[language]),
  ];
  if (lacking.length > 0) {
    return refusedBy(
      lacking.map((language): Check => ({ severity: 'error', code: 'language-missing', language })),
      item,
    );
  }
  const current = await readPublications(unit, item);
  const cover = await readCover(unit, item);
  if (change.publish.length > 0 && item.cover && !cover) {
    const about = { severity: 'error', code: 'cover-missing', field: 'cover' } as const;
    return refusedBy(
      change.publish.map((language): Check => ({ ...about, language })),
      item,
    );
  }
  const next = new Map(current);
  const outdated: Locale[] = [];
  for (const language of change.unpublish) next.delete(language);
  for (const language of new Set([...next.keys(), ...change.publish])) {
    const candidate = candidateFor(item, language, { type, cover, change });
    const existing = current.get(language);
    if (existing && samePublication(existing, candidate)) continue;
    if (change.publish.includes(language)) next.set(language, candidate);
    else outdated.push(language);
  }
  const cards = new Map<Locale, PublicationCard>();
  const publishedIn = own.filter((language) => next.has(language));
  for (const { code } of config.locales) {
    const about = { sourceLanguage: item.sourceLanguage, publishedIn };
    const shown = next.get(shownLanguage(config, type, about, code) ?? '');
    if (shown) cards.set(code, createPublicationCard(shown, code, item.entryId, type));
  }
  return { ok: true, plan: { item, change, current, next, outdated, cards } };
}

/** An item that was public before keeps its id in feeds. */
function withEntryId(item: Item, { publish, namedById = false }: PublicationChange): Item {
  const wasPublic = Object.values(item.languages).some(({ firstPublishedAt }) => firstPublishedAt !== undefined);
  if (item.entryId !== undefined || wasPublic || namedById || publish.length === 0) return item;
  return { ...item, entryId: crypto.randomUUID() };
}

function candidateFor(
  item: Item,
  language: Locale,
  { type, cover, change }: { type: ContentType; cover: Media | undefined; change: PublicationChange },
): Publication {
  const { firstPublishedAt, revision = 0 } = item.languages[language] ?? {};
  const first = firstPublishedAt ?? change.firstPublishedAt ?? change.at;
  return createPublication(item, language, {
    type,
    cover,
    firstPublishedAt: first,
    publishedAt: firstPublishedAt === undefined ? first : change.at,
    revision: revision + 1,
  });
}

async function readPublications(unit: UnitOfWork, item: Item): Promise<Map<Locale, Publication>> {
  const claimed = Object.entries(item.languages).flatMap(([language, { publishedSlug }]) =>
    publishedSlug === undefined ? [] : [{ language, ref: publications.at(language, item.type, publishedSlug) }],
  );
  await unit.read(claimed.map(({ ref }) => ref));
  const found = new Map<Locale, Publication>();
  for (const { language, ref } of claimed) {
    const publication = unit.get(ref);
    if (publication?.itemId === item.id) found.set(language, publication);
  }
  return found;
}

async function readCover(unit: UnitOfWork, item: Item): Promise<Media | undefined> {
  if (!item.cover) return undefined;
  const ref = media.at(item.cover.media);
  await unit.read([ref]);
  return keptMedia(unit.get(ref));
}
