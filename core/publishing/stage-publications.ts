import { readPlaces, readTree, stagePlacesFrom } from '../addresses/page-places.ts';
import { stageAddresses, takenAddress } from '../addresses/stage-addresses.ts';
import { listingCounts, publicationCards, publications, revisions } from '../content/collections.ts';
import { createPublication, createPublicationCard, ownByline } from '../content/create-publication.ts';
import { hiddenState, type Item, type ItemLanguage, type ScheduledAction, withoutActions } from '../content/item.ts';
import { ownLanguages } from '../content/own-contents.ts';
import { viewTree } from '../content/page-tree.ts';
import type { Publication, PublicationCard, Revision } from '../content/publication.ts';
import { type ContentType, isTagFacet, shownLanguage } from '../content-types/content-type.ts';
import { sameContents } from '../documents/compare-values.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import { readForUnit, shownFile } from '../files/read-files.ts';
import { stageItem } from '../item-cards/stage-item.ts';
import type { Locale } from '../locales/locale.ts';
import { asPicture, type PictureFile } from '../media/media.ts';
import { settingRef } from '../settings/setting-documents.ts';
import { missingLanguageSetting, withPolicy } from '../settings/settings.ts';
import { contentTypeOf, itemPath } from '../site/content-paths.ts';
import { matchRouteRules } from '../site/route-rules.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { samePublication } from './publication-states.ts';
import { type Check, takenCheck, unshowableChecks } from './publish-checks.ts';
import { type ChecksFailure, refusedBy } from './publish-outcome.ts';
import type { TryPage } from './try-page.ts';

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

/**
 * Stages publishing or unpublishing languages of an item: publications, revisions, old addresses, publication cards of every
 * language, counts, and the item itself. Stages nothing unless the outcome is `ok`.
 * @param tryPage renders each page that is about to be public
 */
export async function stagePublications(
  unit: UnitOfWork,
  config: SiteConfig,
  item: Item,
  change: PublicationChange,
  tryPage?: TryPage,
): Promise<{ ok: true; item: Item; changed: Locale[] } | ChecksFailure> {
  const planned = await planPublications(unit, config, item, change);
  if (!planned.ok) return planned;
  const { plan } = planned;
  const refused =
    (await settleAddresses(unit, config, plan)) ?? (tryPage && (await findUnshowable(unit, plan, tryPage)));
  if (refused) return refused;
  const locales = concerned(config, plan);
  await stageAddresses(unit, { ...plan, locales, itemId: item.id, type: item.type });
  return { ok: true, ...(await stagePlan(unit, config, plan)) };
}

/**
 * Stages the entries of an item in the lists of every language, and the addresses of its notice pages, as the site's languages
 * and types are now. Publications stay as they are. Stages nothing for an item of a type that the site does not have.
 */
export async function stageListings(unit: UnitOfWork, config: SiteConfig, item: Item): Promise<void> {
  if (!config.contentTypes.some(({ key }) => key === item.type)) return;
  const planned = await planPublications(unit, config, item, { publish: [], unpublish: [], at: 0 });
  if (!planned.ok) return;
  const { plan } = planned;
  await settleAddresses(unit, config, plan);
  const change = { ...plan, locales: concerned(config, plan), itemId: item.id, type: item.type };
  await stageAddresses(unit, change);
  await stagePublicationCards(unit, config, change);
}

/**
 * Finds a conflict: an address that another item has, or that a rule of the configuration leads elsewhere, for a page below another one. A notice page gives way to another item; the item is then not shown in
 * that language.
 */
async function settleAddresses(
  unit: UnitOfWork,
  config: SiteConfig,
  plan: PublicationPlan,
): Promise<ChecksFailure | undefined> {
  const { item, current, next, cards } = plan;
  for (const card of [...cards.values()]) {
    const isAsked = next.get(card.contentLanguage) !== current.get(card.contentLanguage);
    const { language } = card;
    const isLedAway = card.above && matchRouteRules(config.routeRules, itemPath(config, language, card)).redirect;
    if (isLedAway && isAsked)
      return refusedBy([{ severity: 'error', code: 'slug-reserved', language, field: 'slug' }], item);
    const holder = await takenAddress(unit, card);
    if (!holder) continue;
    if (isAsked) return refusedBy([takenCheck(card.language, holder)], item);
    cards.delete(card.language);
  }
  return undefined;
}

/** The first page that is about to be public and cannot be shown. */
async function findUnshowable(
  unit: UnitOfWork,
  { item, current, next }: PublicationPlan,
  tryPage: TryPage,
): Promise<ChecksFailure | undefined> {
  for (const [language, publication] of next) {
    const fault = publication === current.get(language) ? undefined : await tryPage(publication, unit);
    if (fault) return refusedBy(unshowableChecks({ language, parts: fault.parts }), item);
  }
  return undefined;
}

/** The languages of the site, and those removed from it that the item leaves. */
function concerned(config: SiteConfig, { current, next }: PublicationPlan): Locale[] {
  const codes = config.locales.map(({ code }) => code);
  return [...new Set([...codes, ...current.keys().filter((language) => !next.has(language))])];
}

async function stagePlan(unit: UnitOfWork, config: SiteConfig, plan: PublicationPlan) {
  const { item, change, current, next, outdated, cards } = plan;
  const locales = concerned(config, plan);
  await stagePublicationCards(unit, config, { locales, cards, itemId: item.id, type: item.type });
  const changed = locales.filter((code) => next.get(code) !== current.get(code));
  const published = changed.map((code) => next.get(code)).filter((entry) => entry !== undefined);
  await stageRevisions(unit, item, published, change.by);
  const stored = withStates(item, plan, outdated);
  stageItem(unit, config, stored);
  return { item: stored, changed };
}

async function stageRevisions(
  unit: UnitOfWork,
  item: Item,
  published: Publication[],
  by: PublicationChange['by'],
): Promise<void> {
  const refTo = ({ itemId, language, revision }: Publication) => revisions.at(itemId, language, revision);
  await unit.read(published.map(refTo));
  for (const publication of published) {
    const content: Partial<ItemLanguage> = item.languages[publication.language] ?? {};
    const { links, minorEdits } = content;
    const revision: Revision = {
      ...publication,
      ...(by && { by }),
      actionId: unit.id,
      ...(links && { links }),
      ...(minorEdits && { minorEdits }),
      ...(ownByline(content) !== undefined && { sharedAuthor: item.author ?? '' }),
    };
    unit.set(refTo(publication), revision);
  }
}

function withStates(item: Item, plan: PublicationPlan, outdated: Locale[]): Item {
  const { change, current, next } = plan;
  const languages: Item['languages'] = {};
  for (const [language, content] of Object.entries(item.languages)) {
    const publication = next.get(language);
    const { publishedSlug, publishedAt: _at, publishedBy: by, schedule: before, review, unshown, ...rest } = content;
    const isSame = publication === current.get(language);
    const publishedBy = isSame ? by : change.by;
    const isAsked = change.publish.includes(language) || change.unpublish.includes(language);
    const schedule = isAsked ? withoutActions(before, doneActions(plan, language)) : before;
    const stored: ItemLanguage = publication
      ? {
          ...rest,
          ...(schedule && { schedule }),
          ...(review && !change.publish.includes(language) && { review }),
          ...(unshown && isSame && { unshown }),
          state: outdated.includes(language) ? 'changed' : 'published',
          publishedSlug: publication.slug,
          firstPublishedAt: publication.firstPublishedAt,
          publishedAt: publication.publishedAt,
          ...(publishedBy && { publishedBy }),
          revision: publication.revision,
        }
      : {
          ...rest,
          ...(schedule && { schedule }),
          ...(review && { review }),
          state: publishedSlug === undefined ? content.state : hiddenState(schedule),
        };
    languages[language] = stored;
  }
  return { ...item, languages };
}

/** The scheduled actions that this change completes; a manual action without effect completes none. */
function doneActions({ change, current, next }: PublicationPlan, language: Locale): ScheduledAction[] {
  if (!change.bySchedule && next.get(language) === current.get(language)) return [];
  return change.publish.includes(language) ? ['publish'] : ['unpublish'];
}

/** Stages the entries of an item in the lists of every language, the changes of their counts, and the places of pages below it. */
export async function stagePublicationCards(
  unit: UnitOfWork,
  config: SiteConfig,
  change: { locales: Locale[]; itemId: string; type: string; cards: Map<Locale, PublicationCard> },
): Promise<void> {
  await unit.read(change.locales.map((language) => publicationCards.at(language, change.itemId)));
  for (const language of change.locales) {
    const ref = publicationCards.at(language, change.itemId);
    const before = unit.get(ref);
    const after = change.cards.get(language);
    if (before && sameContents(before, after)) continue;
    if (after) unit.set(ref, after);
    else if (before) unit.remove(ref);
    const amounts = countChange(before, after);
    unit.add(listingCounts.at(language, change.type), { total: 0, tags: {} }, amounts);
  }
  const isPage = contentTypeOf(config, change.type).appearsAs === 'page';
  if (isPage) await stagePlacesFrom(unit, config, { type: change.type, id: change.itemId });
}

function countChange(
  before: PublicationCard | undefined,
  after: PublicationCard | undefined,
): { [dottedPath: string]: number } {
  const amounts: { [dottedPath: string]: number } = {};
  const add = (path: string, by: number) => {
    amounts[path] = (amounts[path] ?? 0) + by;
  };
  for (const [card, by] of [[before, -1] as const, [after, 1] as const]) {
    if (!card) continue;
    add('total', by);
    for (const tag of new Set(card.tags)) add(`tags.${tag}`, by);
    for (const facet of card.facets ?? []) if (!isTagFacet(facet)) add(`facets.${facet}`, by);
  }
  return amounts;
}

/** What publishing changes of an item, before anything is staged. */
interface PublicationPlan {
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
async function planPublications(
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
    const existing = current.get(language);
    const before = existing ?? (await readLastRevision(unit, item, language));
    const candidate = candidateFor(item, language, { type, cover, change, before });
    if (existing && samePublication(existing, candidate)) continue;
    if (change.publish.includes(language)) next.set(language, candidate);
    else outdated.push(language);
  }
  const cards = new Map<Locale, PublicationCard>();
  const publishedIn = own.filter((language) => next.has(language));
  const places = type.appearsAs === 'page' ? await placesOf(unit, config, item) : undefined;
  const inForce = await typeInForce(unit, type, config.locales.length > publishedIn.length);
  // What is about the site is in no list.
  for (const { code } of type.appearsAs === 'site' ? [] : config.locales) {
    const about = { sourceLanguage: item.sourceLanguage, publishedIn };
    const shown = next.get(shownLanguage(config, inForce, about, code) ?? '');
    if (!shown) continue;
    cards.set(code, { ...createPublicationCard(shown, code, item.entryId, type), ...places?.get(code) });
  }
  return { ok: true, plan: { item, change, current, next, outdated, cards } };
}

/** The places of a page on its cards, by language. */
async function placesOf(unit: UnitOfWork, config: SiteConfig, { type, id }: Item) {
  return readPlaces(unit, config, viewTree(await readTree(unit, type)), id);
}

/** The type with what an owner chose for a language that it lacks, which matters only if one is missing. */
async function typeInForce(unit: UnitOfWork, type: ContentType, isMissing: boolean): Promise<ContentType> {
  if (!isMissing || type.appearsAs === 'site') return type;
  const chosen = settingRef({ id: missingLanguageSetting(type.key) });
  await unit.read([chosen]);
  return withPolicy(type, unit.get(chosen)?.value);
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
  about: Pick<Parameters<typeof createPublication>[2], 'cover' | 'before'> & {
    type: ContentType;
    change: PublicationChange;
  },
): Publication {
  const { change, ...options } = about;
  const { firstPublishedAt, revision = 0 } = item.languages[language] ?? {};
  const first = firstPublishedAt ?? change.firstPublishedAt ?? change.at;
  return createPublication(item, language, {
    ...options,
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

/** What was public last, of a language that is not now. */
async function readLastRevision(unit: UnitOfWork, item: Item, language: Locale): Promise<Publication | undefined> {
  const { revision = 0 } = item.languages[language] ?? {};
  if (revision === 0) return undefined;
  const ref = revisions.at(item.id, language, revision);
  await unit.read([ref]);
  return unit.peek(ref);
}

async function readCover(unit: UnitOfWork, item: Item): Promise<PictureFile | undefined> {
  if (!item.cover) return undefined;
  await readForUnit(unit, [item.cover.media]);
  return asPicture(shownFile(unit.get, item.cover.media)?.media);
}
