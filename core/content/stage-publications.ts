import type { Locale } from '../locales/locale.ts';
import type { Media } from '../media/media.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { contentPath } from './collections.ts';
import { contentTypeOf } from './content-paths.ts';
import { createListing, createPublication, samePublication } from './create-publication.ts';
import type { Item, ItemLanguage } from './item.ts';
import { shownLanguage } from './language-policy.ts';
import type { Listing, Publication } from './publication.ts';
import type { PublishOutcome } from './publish-outcome.ts';
import { stageAddresses, takenAddress } from './stage-addresses.ts';
import { stageItem } from './stage-item.ts';
import { stageListings } from './stage-listings.ts';
import type { UnitOfWork } from './unit-of-work.ts';

export interface PublicationChange {
  publish: Locale[];
  unpublish: Locale[];
  /** Milliseconds since 1970. */
  at: number;
  /** For languages that were never public before; `at` when missing. */
  firstPublishedAt?: number | undefined;
}

/**
 * Stages what it takes for exactly the given languages to become public or cease to be: publications, revisions, old
 * addresses, cards of every language, counts, and the item itself. `item` is valid, and is stored as it is given.
 * When the outcome is not `ok`, nothing was staged.
 */
export async function stagePublications(
  unit: UnitOfWork,
  config: SiteConfig,
  item: Item,
  change: PublicationChange,
): Promise<PublishOutcome> {
  const type = contentTypeOf(config, item.type);
  const lacking = [...change.publish, ...change.unpublish].filter((language) => !item.languages[language]);
  if (lacking.length > 0) {
    return {
      ok: false,
      reason: 'invalid',
      problems: lacking.map((language) => ({ path: ['languages', language], message: 'is missing' })),
    };
  }
  const current = await readPublications(unit, item);
  const cover = await readCover(unit, item);
  if (item.cover && !cover) {
    return { ok: false, reason: 'invalid', problems: [{ path: ['cover'], message: 'there is no such file' }] };
  }

  const next = new Map(current);
  const outdated: Locale[] = [];
  for (const language of change.unpublish) next.delete(language);
  for (const language of new Set([...next.keys(), ...change.publish])) {
    const candidate = candidateFor(item, language, cover, change);
    const existing = current.get(language);
    if (existing && samePublication(existing, candidate)) continue;
    if (change.publish.includes(language)) next.set(language, candidate);
    else outdated.push(language);
  }

  const cards = new Map<Locale, Listing>();
  for (const { code } of config.locales) {
    const about = { sourceLanguage: item.sourceLanguage, publishedIn: [...next.keys()] };
    const shown = next.get(shownLanguage(config, type, about, code) ?? '');
    if (shown) cards.set(code, createListing(shown, code));
  }
  for (const card of cards.values()) {
    const itemId = await takenAddress(unit, card);
    if (itemId === undefined) continue;
    const isAsked = next.get(card.contentLanguage) !== current.get(card.contentLanguage);
    if (isAsked) return { ok: false, reason: 'slug-taken', language: card.language, slug: card.slug, itemId };
    // A notice cannot stand where another item does; the item is not shown in that language.
    cards.delete(card.language);
  }

  const locales = config.locales.map(({ code }) => code);
  await stageAddresses(unit, { locales, current, next, cards, itemId: item.id, type: item.type });
  await stageListings(unit, { locales, cards, itemId: item.id, type: item.type });
  const changed = locales.filter((code) => next.get(code) !== current.get(code));
  await stageRevisions(
    unit,
    changed.map((code) => next.get(code)).filter((entry) => entry !== undefined),
  );
  const stored = withStates(item, next, outdated);
  stageItem(unit, config, stored);
  return { ok: true, item: stored, changed };
}

function candidateFor(item: Item, language: Locale, cover: Media | undefined, change: PublicationChange): Publication {
  const { firstPublishedAt, revision = 0 } = item.languages[language] ?? {};
  const first = firstPublishedAt ?? change.firstPublishedAt ?? change.at;
  return createPublication(item, language, {
    cover,
    firstPublishedAt: first,
    publishedAt: firstPublishedAt === undefined ? first : change.at,
    revision: revision + 1,
  });
}

async function readPublications(unit: UnitOfWork, item: Item): Promise<Map<Locale, Publication>> {
  const paths = Object.entries(item.languages).flatMap(([language, { publishedSlug }]) =>
    publishedSlug === undefined
      ? []
      : [{ language, path: contentPath.publication(language, item.type, publishedSlug) }],
  );
  await unit.read(paths.map(({ path }) => path));
  const publications = new Map<Locale, Publication>();
  for (const { language, path } of paths) {
    const publication = unit.get<Publication>(path);
    if (publication?.itemId === item.id) publications.set(language, publication);
  }
  return publications;
}

async function readCover(unit: UnitOfWork, item: Item): Promise<Media | undefined> {
  if (!item.cover) return undefined;
  const path = `media/${item.cover.media}` as const;
  await unit.read([path]);
  return unit.get<Media>(path);
}

async function stageRevisions(unit: UnitOfWork, publications: Publication[]): Promise<void> {
  const paths = publications.map(({ itemId, language, revision }) => contentPath.revision(itemId, language, revision));
  await unit.read(paths);
  publications.forEach((publication, index) => {
    const path = paths[index];
    if (path) unit.set(path, publication);
  });
}

function withStates(item: Item, next: Map<Locale, Publication>, outdated: Locale[]): Item {
  const languages: Item['languages'] = {};
  for (const [language, content] of Object.entries(item.languages)) {
    const publication = next.get(language);
    const { publishedSlug: _slug, publishedAt: _at, ...rest } = content;
    const stored: ItemLanguage = publication
      ? {
          ...rest,
          state: outdated.includes(language) ? 'changed' : 'published',
          publishedSlug: publication.slug,
          firstPublishedAt: publication.firstPublishedAt,
          publishedAt: publication.publishedAt,
          revision: publication.revision,
        }
      : { ...rest, state: content.publishedSlug === undefined ? content.state : 'draft' };
    languages[language] = stored;
  }
  return { ...item, languages };
}
