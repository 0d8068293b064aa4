import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import type { ItemAddress } from '../addresses/address-targets.ts';
import { findDeadAddresses } from '../addresses/find-dead-addresses.ts';
import { formerHolder, takenAddress, type WantedAddress } from '../addresses/stage-addresses.ts';
import { items } from '../content/collections.ts';
import { contentLinks, richTextsOf } from '../content/content-links.ts';
import type { Item } from '../content/item.ts';
import { shownLanguage } from '../content-types/language-policy.ts';
import { slugProblem } from '../content-types/slugs.ts';
import { createUnitOfWork, type UnitOfWork } from '../documents/unit-of-work.ts';
import type { LinkJudge } from '../item-cards/create-item-card.ts';
import { createLinkJudge, judgedBy, within } from '../item-cards/judge-links.ts';
import type { Locale } from '../locales/locale.ts';
import { media as mediaCollection } from '../media/media-collection.ts';
import { keptMedia } from '../media/read-media.ts';
import { type Check, type CheckContext, publishChecks } from '../publishing/publish-checks.ts';
import { pictures } from '../rich-text/pictures.ts';
import type { SiteConfig } from '../site/site-config.ts';
import type { ItemDependencies, ItemTarget } from './change-item.ts';
import { type ActionReads, findPartners } from './find-partners.ts';
import { leavesAddress } from './leaves-address.ts';
import { createSettling, knownDocuments, unsettledChecks } from './settle-items.ts';

/** An item and the languages to publish. */
export interface Publishing {
  item: Item;
  languages: readonly Locale[];
}

type CheckTarget = Pick<ItemTarget, 'id' | 'settled'> & { languages: readonly Locale[] };

/** What checks found about an item of an action. */
export interface CheckedItem extends Publishing {
  /** The languages that are too long for the item: a publication would differ from what was typed. */
  unsettled: Locale[];
  /** Errors of unsettled languages first. */
  checks: Check[];
  /** The languages whose address another item has and leaves: publishing both would free it. */
  leaving: Locale[];
}

/**
 * The checks for publishing languages of an item; `undefined` if it does not exist.
 * @throws {Forbidden} if the actor may not read drafts
 */
export async function checkItem(
  dependencies: ItemDependencies,
  actor: Actor,
  target: CheckTarget,
): Promise<CheckedItem | undefined> {
  return (await checkItems(dependencies, actor, [target]))?.[0];
}

/**
 * The checks for publishing several items together, in their order; `undefined` if one does not exist.
 * @throws {Forbidden} if the actor may not read drafts
 */
export async function checkItems(
  { store, config, drafts }: ItemDependencies,
  actor: Actor,
  targets: readonly CheckTarget[],
): Promise<CheckedItem[] | undefined> {
  requireMay(actor, 'draft.read');
  const settling = createSettling(drafts, targets);
  for (const { id } of targets) await settling.refusedParts(id);
  const unit = createUnitOfWork(store, knownDocuments(targets));
  await unit.read(targets.map(({ id }) => items.at(id)));
  const publishing: Publishing[] = [];
  for (const { id, languages } of targets) {
    const item = unit.get(items.at(id));
    if (!item || item.trashedAt !== undefined) return undefined;
    publishing.push({ item, languages: [...new Set(languages)] });
  }
  const reads = { unit, settling };
  return findLeaving(reads, await checkSettled(reads, config, publishing));
}

/** The checks of items published together, with the languages whose drafts are too long for the item. */
export async function checkSettled(
  { unit, settling }: ActionReads,
  config: SiteConfig,
  publishing: readonly Publishing[],
): Promise<CheckedItem[]> {
  const found = await checkTogether(unit, config, publishing);
  const checked: CheckedItem[] = [];
  for (const { item, languages } of publishing) {
    const unsettled = await settling.unsettledLanguages(item.id, languages);
    const others = (found.get(item.id) ?? []).filter(({ language }) => !unsettled.includes(language));
    checked.push({ item, languages, unsettled, checks: [...unsettledChecks(unsettled), ...others], leaving: [] });
  }
  return checked;
}

/** Ignores warnings or not; a function decides, for all items of the action, whether what their checks warn of was accepted. */
export type AcceptWarnings = boolean | ((checked: readonly CheckedItem[]) => boolean);

/** The first item that cannot be published, and why. */
export function refusedItem(
  checked: readonly CheckedItem[],
  accepted: AcceptWarnings,
): Pick<CheckedItem, 'item' | 'checks'> | undefined {
  const unsettled = checked.find((each) => each.unsettled.length > 0);
  if (unsettled) return { item: unsettled.item, checks: unsettledChecks(unsettled.unsettled) };
  const refused = checked.find(({ checks }) =>
    checks.some(({ severity }) => severity === 'error' || accepted === false),
  );
  if (refused) return refused;
  return typeof accepted === 'function' && !accepted(checked) ? checked[0] : undefined;
}

/** Adds the languages whose address another item has and leaves. */
export async function findLeaving(reads: ActionReads, checked: readonly CheckedItem[]): Promise<CheckedItem[]> {
  const found: CheckedItem[] = [];
  for (const each of checked) {
    const leaving: Locale[] = [];
    for (const { code, language, target } of each.checks) {
      if (code !== 'slug-taken') continue;
      const partners = await findPartners(reads, [{ id: each.item.id, languages: [language] }]);
      if (partners.some(({ item }) => item.id === target)) leaving.push(language);
    }
    found.push({ ...each, leaving });
  }
  return found;
}

/** The checks of items published together, by id. */
export async function checkTogether(
  unit: UnitOfWork,
  config: SiteConfig,
  asked: readonly Publishing[],
): Promise<Map<string, Check[]>> {
  const publishing = asked.map(({ item, languages }) => ({ item, languages: [...new Set(languages)] }));
  const found = new Map<string, Check[]>();
  for (const { item, languages } of publishing) {
    const context = await readContext(unit, config, { item, languages }, publishing);
    const checks = languages.flatMap((language) => publishChecks(config, item, language, context));
    found.set(item.id, [
      ...checks.filter(({ severity }) => severity === 'error'),
      ...checks.filter(({ severity }) => severity === 'warning'),
    ]);
  }
  return found;
}

async function readContext(
  unit: UnitOfWork,
  config: SiteConfig,
  { item, languages }: Publishing,
  publishing: Publishing[],
): Promise<CheckContext> {
  const type = config.contentTypes.find(({ key }) => key === item.type);
  const linked = new Set<string>();
  const addresses = new Set<string>();
  const shown = new Set<string>(item.cover ? [item.cover.media] : []);
  const holders = new Map<Locale, string>();
  const formers = new Map<Locale, string>();
  for (const language of languages) {
    const content = item.languages[language];
    if (!content) continue;
    const links = contentLinks(config, type, language, content);
    for (const id of links.items) linked.add(id);
    for (const href of links.addresses) addresses.add(href);
    for (const { text } of richTextsOf(type, content)) for (const id of pictures(text)) shown.add(id);
    if (slugProblem(content.slug)) continue;
    const wanted = { language, type: item.type, slug: content.slug, itemId: item.id };
    const holder = await takenAddress(unit, wanted, (id) => leaves(publishing, id, wanted));
    const rival = holder ?? rivalFor(publishing, wanted);
    if (rival !== undefined) holders.set(language, rival);
    for (const place of placesOf(config, { item, languages }, wanted)) {
      const former = await formerHolder(unit, place);
      if (former !== undefined) formers.set(language, former);
    }
  }
  const judged = judgedBy(config, linked);
  const media = [...shown].filter((id) => /^[0-9a-f]{32}$/.test(id));
  await unit.read([...judged, ...media.map((id) => mediaCollection.at(id))]);
  // Link targets may change at any time and are followed up later: these reads do not guard the commit.
  const judge = createLinkJudge(config, within(judged, unit.peek));
  const dead = await findDeadAddresses(unit, config, addresses, (place) => arrives(publishing, place));
  return {
    judge: withPublishing(judge, publishing),
    isDeadAddress: (href) => dead.has(href),
    slugHolder: (language) => holders.get(language),
    formerHolder: (language) => formers.get(language),
    hasMedia: (id) => media.includes(id) && keptMedia(unit.get(mediaCollection.at(id))) !== undefined,
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

/** Whether an item leaves an address in the same action. */
function leaves(publishing: Publishing[], id: string, { language, slug }: WantedAddress): boolean {
  const other = publishing.find(({ item }) => item.id === id);
  return other?.languages.includes(language) === true && leavesAddress(other.item, language, slug);
}

/** Whether an item arrives at an address in the same action. */
function arrives(publishing: Publishing[], { language, type, slug }: ItemAddress): boolean {
  return publishing.some(
    ({ item, languages }) =>
      item.type === type && languages.includes(language) && item.languages[language]?.slug === slug,
  );
}

/** Another item that is published at the same address in the same action, before this one. */
function rivalFor(publishing: Publishing[], { language, type, slug, itemId }: WantedAddress): string | undefined {
  const own = publishing.findIndex(({ item }) => item.id === itemId);
  return publishing
    .slice(0, own)
    .find(
      ({ item, languages }) =>
        item.type === type && languages.includes(language) && item.languages[language]?.slug === slug,
    )?.item.id;
}

/** Links to items published in the same action count as public. */
function withPublishing(judge: LinkJudge, publishing: Publishing[]): LinkJudge {
  return (language, id) => {
    const others = publishing.filter(({ item }) => item.id === id).flatMap(({ languages }) => languages);
    if (others.includes(language)) return 'here';
    const standing = judge(language, id);
    return standing === 'hidden' && others.length > 0 ? 'elsewhere' : standing;
  };
}
