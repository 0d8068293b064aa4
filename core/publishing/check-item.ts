import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { findDeadAddresses, type ItemAddress, targetOfAddress } from '../addresses/find-dead-addresses.ts';
import { formerHolder, takenAddress, type WantedAddress } from '../addresses/stage-addresses.ts';
import {
  addresses as addressCollection,
  itemCards,
  items,
  pageTrees,
  publicationCards,
  publications,
  revisions,
} from '../content/collections.ts';
import { contentLinks, fieldLinks, richTextsOf } from '../content/content-links.ts';
import { publicBody } from '../content/create-publication.ts';
import type { Item, ItemLanguage } from '../content/item.ts';
import type { Publication } from '../content/publication.ts';
import { shownLanguage } from '../content-types/content-type.ts';
import { slugProblem } from '../content-types/slugs.ts';
import type { DocumentRef } from '../documents/collection.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import type { SettledItem } from '../drafts/drafts.ts';
import { documentsOfFiles, readForUnit, shownFile } from '../files/read-files.ts';
import { altIn } from '../files/site-file.ts';
import { isGoneTopic } from '../item-cards/read-topics.ts';
import { cardDocuments, createLinkJudge, judgedBy, within } from '../item-cards/stage-item.ts';
import type { Locale } from '../locales/locale.ts';
import { asPicture } from '../media/media.ts';
import { anchorOfFragment, anchorsOf, formerAnchors } from '../rich-text/headings.ts';
import { fragmentOf, itemOfLink } from '../rich-text/link-target.ts';
import { linkTargets, shownIn } from '../rich-text/rich-text.ts';
import { contentTypeOf } from '../site/content-paths.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { ItemDependencies, ItemTarget } from './change-item.ts';
import { publicDocuments } from './publication-states.ts';
import { type AddressHolder, type Check, type CheckContext, publishChecks } from './publish-checks.ts';
import { hasErrors } from './publish-outcome.ts';
import { knownDocuments, settledBy, unsettledLanguages } from './settle-items.ts';

/** An item and the languages to publish. */
export interface Publishing {
  item: Item;
  languages: readonly Locale[];
}

/** Ignores warnings or not; a function decides whether what the checks warn of was accepted. */
export type AcceptWarnings = boolean | ((checks: readonly Check[]) => boolean);

/**
 * The checks for publishing languages of an item; `undefined` if it does not exist.
 * @throws {Forbidden} if the actor may not read drafts
 */
export async function checkItem(
  { store, config, drafts }: ItemDependencies,
  actor: Actor,
  target: Pick<ItemTarget, 'id' | 'settled'> & { languages: readonly Locale[] },
): Promise<Check[] | undefined> {
  requireMay(actor, 'draft.read');
  const settled = await settledBy(drafts, target);
  const unit = new UnitOfWork(store, knownDocuments({ settled }));
  const ref = items.at(target.id);
  await unit.read([ref]);
  const item = unit.get(ref);
  if (!item || item.trashedAt !== undefined) return undefined;
  return findChecks(unit, config, { item, languages: target.languages }, settled?.refused);
}

/**
 * The checks for publishing languages of an item: errors first, those of languages that are too long for the item before all.
 * @param tooLong the parts whose drafts are: a publication would differ from what was typed
 */
export async function findChecks(
  unit: UnitOfWork,
  config: SiteConfig,
  { item, languages: asked }: Publishing,
  tooLong: SettledItem['refused'] = [],
): Promise<Check[]> {
  const languages = [...new Set(asked)];
  const unsettled = unsettledLanguages(tooLong, languages);
  const context = await readContext(unit, config, { item, languages });
  const checks = languages
    .filter((language) => !unsettled.includes(language))
    .flatMap((language) => publishChecks(config, item, language, context));
  return [
    ...unsettled.map((language): Check => ({ severity: 'error', code: 'item-too-long', language })),
    ...checks.filter(({ severity }) => severity === 'error'),
    ...checks.filter(({ severity }) => severity === 'warning'),
  ];
}

/** What publishing languages of an item reads, as far as the item tells it, so that it is read together. */
export function publishedDocuments(config: SiteConfig, item: Item, languages: readonly Locale[]): DocumentRef[] {
  const { id, type } = item;
  const slugsOf = (language: Locale) => {
    const { slug, publishedSlug } = item.languages[language] ?? {};
    return languages.includes(language) ? [slug, publishedSlug] : [publishedSlug];
  };
  const places = config.locales.flatMap(({ code }) => {
    // Where a language has no page of its own, it may be shown in another one.
    const slugs = [code, ...(slugsOf(code).some(Boolean) ? [] : languages)].flatMap(slugsOf);
    return [...new Set(slugs)].flatMap((slug) =>
      slug ? [publications.at(code, type, slug), addressCollection.at(code, type, slug)] : [],
    );
  });
  const next = languages.map((language) => revisions.at(id, language, (item.languages[language]?.revision ?? 0) + 1));
  const cards = config.locales.map(({ code }) => publicationCards.at(code, id));
  const tree = contentTypeOf(config, type).appearsAs === 'page' ? [pageTrees.at(type)] : [];
  const own = [...publicDocuments(item), ...cardDocuments(config, item), ...places, ...next, ...cards, ...tree];
  const topics = item.tags.map((tag) => itemCards.at(tag));
  return [...own, ...topics, ...documentsOfFiles(shownFiles(config, item, languages))];
}

/** The ids of the files that languages of an item show in texts and fields, and of its cover. */
function shownFiles(config: SiteConfig, item: Item, languages: readonly Locale[]): Set<string> {
  const type = config.contentTypes.find(({ key }) => key === item.type);
  const texts = languages.flatMap((language) => {
    const content = item.languages[language];
    return content ? richTextsOf(type, content) : [];
  });
  const values = [item.fields, ...languages.map((language) => item.languages[language]?.fields ?? {})];
  const inFields = (type?.fields ?? []).flatMap(({ key, kind }) =>
    kind === 'media' ? values.map((fields) => fields[key]).filter((value) => typeof value === 'string') : [],
  );
  const inTexts = texts.flatMap(({ text }) => shownIn(text));
  const linked = fieldLinks(type, values).flatMap(({ link }) => (link.to === 'file' ? link.key : []));
  return new Set([...(item.cover ? [item.cover.media] : []), ...inFields, ...inTexts, ...linked]);
}

/** Whether what checks found prevents publishing. */
export function isRefused(checks: readonly Check[], accepted: AcceptWarnings): boolean {
  if (hasErrors(checks)) return true;
  return typeof accepted === 'function' ? !accepted(checks) : !accepted && checks.length > 0;
}

async function readContext(
  unit: UnitOfWork,
  config: SiteConfig,
  { item, languages }: Publishing,
): Promise<CheckContext> {
  const type = config.contentTypes.find(({ key }) => key === item.type);
  const linked = new Set<string>();
  const addresses = new Set<string>();
  const holders = new Map<Locale, AddressHolder>();
  const formers = new Map<Locale, string>();
  const lost = new Map<Locale, ReadonlySet<string>>();
  for (const language of languages) {
    const content = item.languages[language];
    if (!content) continue;
    lost.set(language, await findLostFragments(unit, config, item, language));
    const links = contentLinks(config, type, language, item);
    for (const id of links.items) linked.add(id);
    for (const href of links.addresses) addresses.add(href);
    if (slugProblem(content.slug)) continue;
    const wanted = { language, type: item.type, slug: content.slug, itemId: item.id };
    const holder = await takenAddress(unit, wanted);
    if (holder) holders.set(language, holder);
    for (const place of placesOf(config, { item, languages }, wanted)) {
      const former = await formerHolder(unit, place);
      if (former !== undefined) formers.set(language, former);
    }
  }
  const judged = judgedBy(config, linked);
  const shown = shownFiles(config, item, languages);
  const topics = item.tags.map((tag) => itemCards.at(tag));
  await Promise.all([unit.read([...judged, ...topics]), readForUnit(unit, shown)]);
  const arrives = ({ language, type: key, slug }: ItemAddress) =>
    item.type === key && languages.includes(language) && item.languages[language]?.slug === slug;
  const dead = await findDeadAddresses(unit, config, addresses, arrives);
  return {
    // Link targets may change at any time and are followed up later: these reads do not guard the commit.
    judge: createLinkJudge(config, within(judged, unit.peek)),
    isDeadAddress: (href) => dead.has(href),
    lacksHeading: (language, href) => lost.get(language)?.has(href) ?? false,
    slugHolder: (language) => holders.get(language),
    formerHolder: (language) => formers.get(language),
    isGoneTopic: (tag) => isGoneTopic(config, unit.peek(itemCards.at(tag))),
    hasMedia: (id) => shown.has(id) && asPicture(shownFile(unit.get, id)?.media) !== undefined,
    hasFile: (id) => shown.has(id) && shownFile(unit.get, id) !== undefined,
    hasAlt: (id, language) => {
      const file = shown.has(id) ? shownFile(unit.peek, id)?.file : undefined;
      return file !== undefined && altIn(file, language) !== undefined;
    },
  };
}

/** The addresses of a publication: its own, and those where it is shown in place of a missing language. */
function placesOf(config: SiteConfig, { item, languages }: Publishing, wanted: WantedAddress): WantedAddress[] {
  const type = config.contentTypes.find(({ key }) => key === item.type);
  const publicIn = Object.keys(item.languages).filter(
    (language) => item.languages[language]?.publishedSlug !== undefined,
  );
  const about = { sourceLanguage: item.sourceLanguage, publishedIn: [...publicIn, ...languages] };
  return config.locales
    .filter(({ code }) => type && shownLanguage(config, type, about, code) === wanted.language)
    .map(({ code }) => ({ ...wanted, language: code }));
}

type Texts = Pick<Publication, 'body' | 'fields' | 'formerAnchors'>;

/** A link with a fragment, and the publication where it leads: that of the item itself, as it will be, or another's. */
interface FragmentLink {
  href: string;
  to: 'self' | DocumentRef<Publication>;
}

/**
 * The links of one language whose fragment no heading has or had where they lead. Of what is not public, nothing is said. Its
 * reads are not guarded by the commit.
 */
async function findLostFragments(
  unit: UnitOfWork,
  config: SiteConfig,
  item: Item,
  language: Locale,
): Promise<ReadonlySet<string>> {
  const type = config.contentTypes.find(({ key }) => key === item.type);
  const content = item.languages[language];
  // All questions are on one page, each with a fragment of its own.
  if (!content || type?.appearsAs !== 'collection') return new Set();
  const next = { body: publicBody(item, language, content), fields: { ...item.fields, ...content.fields } };
  const hrefs = new Set(richTextsOf(type, next).flatMap(({ text }) => linkTargets(text)));
  const led = [...hrefs].filter((href) => !['', 'top'].includes(fragmentOf(href)));
  if (led.length === 0) return new Set();
  const links = await whereLinksLead(unit, config, { item, language, content }, led);
  const own = publications.at(language, item.type, content.publishedSlug ?? content.slug);
  const others = links.flatMap(({ to }) => (to === 'self' ? [] : [to]));
  await unit.read([own, ...others]);
  const before = unit.peek(own);
  const self = { ...next, formerAnchors: formerAnchors(before?.itemId === item.id ? before : undefined, next) };
  const lost = links.filter(({ href, to }) => {
    const there = to === 'self' ? self : unit.peek(to);
    return there !== undefined && !anchorsOnPage(there).has(anchorOfFragment(fragmentOf(href)));
  });
  return new Set(lost.map(({ href }) => href));
}

async function whereLinksLead(
  unit: UnitOfWork,
  config: SiteConfig,
  { item, language, content }: { item: Item; language: Locale; content: ItemLanguage },
  hrefs: readonly string[],
): Promise<FragmentLink[]> {
  const isPage = (key: string) => config.contentTypes.find((type) => type.key === key)?.appearsAs === 'collection';
  const cards = hrefs.flatMap((href) => publicationCards.at(language, itemOfLink(href) ?? item.id));
  await unit.read(cards);
  return hrefs.flatMap((href, index): FragmentLink[] => {
    const id = itemOfLink(href);
    if (href.startsWith('#') || id === item.id) return [{ href, to: 'self' }];
    const card = id === undefined ? undefined : unit.peek(cards[index] as (typeof cards)[number]);
    if (card) {
      return isPage(card.type) ? [{ href, to: publications.at(card.contentLanguage, card.type, card.slug) }] : [];
    }
    const place = id === undefined ? targetOfAddress(config, href) : undefined;
    if (place?.kind !== 'item') return [];
    const isSelf = place.type === item.type && place.language === language && place.slug === content.slug;
    return [{ href, to: isSelf ? 'self' : publications.at(place.language, place.type, place.slug) }];
  });
}

/** What its headings and its fields are called on the page of a publication. */
function anchorsOnPage(texts: Texts): ReadonlySet<string> {
  return new Set([
    ...anchorsOf(texts).keys(),
    ...(texts.formerAnchors ?? []).map(({ anchor }) => anchor),
    ...Object.keys(texts.fields).map((key) => anchorOfFragment(`field-${key}`)),
  ]);
}
