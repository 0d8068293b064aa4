import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import type { AuditActor, AuditDetails } from '../audit/audit-entry.ts';
import { items } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import { MOST_TOGETHER } from '../publishing/commit-room.ts';
import type { ItemChange } from '../publishing/plan-publications.ts';
import { itemEntry } from '../publishing/publication-entry.ts';
import { type Check, unshowableChecks } from '../publishing/publish-checks.ts';
import type { PublishFailure } from '../publishing/publish-outcome.ts';
import { type ItemDependencies, type ItemTarget, onRecord, personOf } from './change-item.ts';
import {
  type AcceptWarnings,
  type CheckedItem,
  checkSettled,
  findLeaving,
  type Publishing,
  refusedItem,
} from './check-items.ts';
import { commitPublications, type PublicationGroup } from './commit-publications.ts';
import { type ActionReads, findPartners, type Partner } from './find-partners.ts';
import { createSettling, knownDocuments, type SettledItem } from './settle-items.ts';

export interface PublicationTarget extends ItemTarget {
  /** At least one; a function chooses them once the item is read. */
  languages: readonly Locale[] | ((item: Item) => readonly Locale[]);
}

export interface Published {
  item: Item;
  version: number;
  /** The languages whose publication changed. */
  changed: Locale[];
  /** The item as it was before. */
  before: Item;
}

/** Unless `ok`, nothing has changed; `id` is the item concerned, `item` what it says. */
export type PublishItemsFailure = { ok: false; id: string; item?: Item } & (
  | { reason: 'not-found' | 'in-trash' | 'conflict' }
  /** `checked` has the checks of all items where they were run. */
  | { reason: 'language-missing'; checked: CheckedItem[] }
  /** The items together exceed one commit; `most` of such items would fit. */
  | { reason: 'too-many'; most: number }
  /**
   * The checks of one item found errors, or something that was not accepted; `checked` has all items of the action, and
   * `partners` those that an exchange of addresses would take besides.
   */
  | { reason: 'checks'; checks: Check[]; checked: CheckedItem[]; partners: Partner[] }
);

export type PublishItemsOutcome = { ok: true; published: Published[] } | PublishItemsFailure;

export interface PublishOptions {
  acceptWarnings?: AcceptWarnings;
  /**
   * Which languages of another item are published as well, because it leaves an address that is wanted; `undefined`: none,
   * and the address stays taken. Without it, no such items are looked for.
   */
  withPartner?: (partner: Partner) => readonly Locale[] | undefined | Promise<readonly Locale[] | undefined>;
  /** Other items that the caller has just settled and read: partners may be among them. */
  settledOthers?: readonly SettledItem[];
  /** Whether the server publishes for the actor, at a scheduled time. */
  bySchedule?: boolean;
}

/**
 * Publishes languages of at most 30 items after checks, all or none, in one commit. Items may swap addresses. Every draft is
 * settled once, and every document read once, until the commit conflicts with another one; derived documents are read at the
 * commit, also if a check has read them. @throws {Forbidden}
 */
export async function publishItems(
  dependencies: ItemDependencies,
  actor: Actor,
  targets: readonly PublicationTarget[],
  options: PublishOptions = {},
): Promise<PublishItemsOutcome> {
  requireMay(actor, 'item.publish');
  return changePublications(dependencies, actor, targets, { ...options, action: 'item.published' });
}

/** Unpublishes languages of items, all or none. @throws {Forbidden} */
export async function unpublishItems(
  dependencies: ItemDependencies,
  actor: Actor,
  targets: readonly PublicationTarget[],
  options: Pick<PublishOptions, 'bySchedule'> = {},
): Promise<PublishItemsOutcome> {
  requireMay(actor, 'item.unpublish');
  return changePublications(dependencies, actor, targets, { ...options, action: 'item.unpublished' });
}

type PublicationOptions = PublishOptions & { action: 'item.published' | 'item.unpublished' };

async function changePublications(
  { store, config, drafts, tryPage, now = Date.now }: ItemDependencies,
  actor: Actor,
  targets: readonly PublicationTarget[],
  about: PublicationOptions,
): Promise<PublishItemsOutcome> {
  if (targets.length > MOST_TOGETHER)
    throw new RangeError(`At most ${MOST_TOGETHER} items are published in one action`);
  const { action, bySchedule = false, settledOthers = [] } = about;
  const isPublishing = action === 'item.published';
  const settled = [...targets, ...settledOthers.map((other) => ({ id: other.item.id, settled: other }))];
  const settling = createSettling(drafts, settled);
  if (isPublishing) for (const { id } of targets) await settling.refusedParts(id);
  let publishing: Publishing[] = [];
  const aboutFirst = () => {
    const item = publishing[0]?.item;
    return { ok: false, id: targets[0]?.id ?? '', ...(item && { item }) } as const;
  };
  const conflict = (): PublishItemsFailure => ({ ...aboutFirst(), reason: 'conflict' });
  const group: PublicationGroup<PublishItemsFailure> = {
    async decide(unit, at) {
      const read = await readTargets(unit, targets);
      if (!read.ok) return read;
      publishing = read.publishing;
      const decided = isPublishing
        ? await checkAction({ unit, settling }, config, publishing, about)
        : (missingLanguage(publishing, []) ?? read);
      if (!decided.ok) return decided;
      publishing = decided.publishing;
      const changes = publishing.map(({ item, languages }): ItemChange => {
        const [publish, unpublish] = isPublishing ? [[...languages], []] : [[], [...languages]];
        return { item, change: { publish, unpublish, at, by: personOf(actor), bySchedule } };
      });
      return { ok: true, changes };
    },
    refuse: (id, failure) =>
      failure.reason === 'too-many' ? { ...aboutFirst(), ...failure } : stagingFailure(id, failure, publishing),
  };
  const [outcome] = await commitPublications({ store, config, tryPage, now }, [group], {
    known: knownDocuments(settled),
    record(changed, at) {
      const { actor: who, details } = recordOf(actor, bySchedule);
      return changed.flatMap(({ item, changed: languages }) =>
        languages.length === 0 ? [] : [itemEntry({ action, at, actor: who, item, details: { ...details, languages } })],
      );
    },
    giveUp: () => [conflict()],
  });
  if (!outcome?.ok) return outcome ?? conflict();
  return {
    ok: true,
    published: outcome.items.map(({ item, version, changed, before = item }) => ({ item, version, changed, before })),
  };
}

type Decided = { ok: true; publishing: Publishing[] } | PublishItemsFailure;

/** The items of the targets with the languages asked for, or the first target that cannot be changed. */
async function readTargets(unit: UnitOfWork, targets: readonly PublicationTarget[]): Promise<Decided> {
  await unit.read(targets.map(({ id }) => items.at(id)));
  const publishing: Publishing[] = [];
  for (const { id, expectedVersion, isAsKnown, languages } of targets) {
    const ref = items.at(id);
    const item = unit.get(ref);
    if (!item) return { ok: false, id, reason: 'not-found' };
    if (item.trashedAt !== undefined) return { ok: false, id, item, reason: 'in-trash' };
    const isVersion = expectedVersion === undefined || expectedVersion === unit.versionOf(ref);
    if (!isVersion || isAsKnown?.(item) === false) return { ok: false, id, item, reason: 'conflict' };
    const asked = typeof languages === 'function' ? languages(item) : languages;
    publishing.push({ item, languages: [...new Set(asked)] });
  }
  return { ok: true, publishing };
}

/** Checks the items, and the partners that are published with them. @returns what to publish, or what prevents it */
async function checkAction(
  reads: ActionReads,
  config: ItemDependencies['config'],
  targets: Publishing[],
  { acceptWarnings = false, withPartner }: PublishOptions,
): Promise<Decided> {
  const { publishing, partners } = withPartner
    ? await addPartners(reads, targets, withPartner)
    : { publishing: targets, partners: [] };
  const checked = await checkSettled(reads, config, publishing);
  const missing = missingLanguage(publishing, checked);
  if (missing) return missing;
  const refused = refusedItem(checked, acceptWarnings);
  if (!refused) return { ok: true, publishing };
  const { item, checks } = refused;
  const told = withPartner ? await findLeaving(reads, checked) : checked;
  return { ok: false, id: item.id, item, reason: 'checks', checks, checked: told, partners };
}

/** @returns also the partners that are not published */
async function addPartners(
  reads: ActionReads,
  targets: Publishing[],
  withPartner: NonNullable<PublishOptions['withPartner']>,
): Promise<{ publishing: Publishing[]; partners: Partner[] }> {
  const publishing = [...targets];
  while (publishing.length <= MOST_TOGETHER) {
    const asked = publishing.map(({ item, languages }) => ({ id: item.id, languages }));
    const partners = await findPartners(reads, asked);
    const others = partners.filter((partner) => publishing.every(({ item }) => item.id !== partner.item.id));
    if (others.length === 0) return { publishing, partners };
    for (const partner of others) {
      const languages = await withPartner(partner);
      if (!languages) return { publishing: targets, partners };
      publishing.push({ item: partner.item, languages: [...new Set(languages)] });
    }
  }
  return { publishing: targets, partners: [] };
}

function missingLanguage(publishing: readonly Publishing[], checked: CheckedItem[]): PublishItemsFailure | undefined {
  const lacking = publishing.find(
    ({ item, languages }) => languages.length === 0 || languages.some((language) => !item.languages[language]),
  );
  return lacking && { ok: false, id: lacking.item.id, item: lacking.item, reason: 'language-missing', checked };
}

/** Failures found only while staging: an address that two items want, a deleted picture, or a page that cannot be shown. */
function stagingFailure(id: string, failure: PublishFailure, publishing: readonly Publishing[]): PublishItemsFailure {
  const found = publishing.find(({ item }) => item.id === id);
  const about = { ok: false, id, ...(found && { item: found.item }) } as const;
  if (failure.reason !== 'slug-taken' && failure.reason !== 'unshowable') {
    return { ...about, reason: failure.reason === 'invalid' ? 'conflict' : failure.reason };
  }
  const checks = stagingChecks(failure);
  const checked = publishing.map(
    (each): CheckedItem => ({ ...each, unsettled: [], checks: each === found ? checks : [], leaving: [] }),
  );
  return { ...about, reason: 'checks', checks, checked, partners: [] };
}

function stagingChecks(failure: PublishFailure & { reason: 'slug-taken' | 'unshowable' }): Check[] {
  const { language } = failure;
  if (failure.reason === 'slug-taken')
    return [{ severity: 'error', code: 'slug-taken', language, field: 'slug', target: failure.itemId }];
  return unshowableChecks(failure);
}

function recordOf(actor: Actor, bySchedule: boolean): { actor: AuditActor; details: AuditDetails } {
  if (!bySchedule) return { actor: onRecord(actor), details: {} };
  return { actor: { kind: 'system' }, details: { onBehalfOf: personOf(actor).name.slice(0, 300) } };
}
