import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import type { AuditActor, AuditDetails } from '../audit/audit-entry.ts';
import { auditWrite } from '../audit/record-audit.ts';
import { items } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { createUnitOfWork, type UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import { mostThatFit } from '../publishing/commit-room.ts';
import { itemEntry } from '../publishing/publication-entry.ts';
import type { Check } from '../publishing/publish-checks.ts';
import { type ItemChange, stageTogether, type TogetherOutcome } from '../publishing/stage-publications.ts';
import { type ItemDependencies, type ItemTarget, onRecord, personOf } from './change-item.ts';
import { checkTogether, unsettledChecks, unsettledLanguages } from './check-items.ts';

/**
 * Maximum items per action. Items that only swap addresses take 3 writes per language and 3 more, so that 30 fit into a commit
 * with four languages; with more languages or other changes the limit is lower, reported as `too-many`.
 */
export const MOST_TOGETHER = 30;

export interface PublicationTarget extends ItemTarget {
  /** At least one. */
  languages: readonly Locale[];
}

export interface Published {
  item: Item;
  version: number;
  /** The languages whose publication changed. */
  changed: Locale[];
}

/** Unless `ok`, nothing has changed; `id` is the item concerned. */
export type PublishItemsFailure =
  | { ok: false; id: string; reason: 'not-found' | 'in-trash' | 'conflict' | 'language-missing' }
  /** The items together exceed one commit; `most` of such items would fit. */
  | { ok: false; id: string; reason: 'too-many'; most: number }
  /** Checks found errors, or only warnings, which `acceptWarnings` ignores. */
  | { ok: false; id: string; reason: 'checks'; checks: Check[] };

export type PublishItemsOutcome = { ok: true; published: Published[] } | PublishItemsFailure;

export interface PublishOptions {
  acceptWarnings?: boolean;
  /** For scheduled actions: whether the action is still scheduled; if not, the answer is `conflict`. */
  bySchedule?: (item: Item) => boolean;
}

/**
 * Publishes languages of at most 30 items after checks, all or none, in one commit. Items may swap addresses. @throws
 * {Forbidden}
 */
export async function publishItems(
  dependencies: ItemDependencies,
  actor: Actor,
  targets: readonly PublicationTarget[],
  options: PublishOptions = {},
): Promise<PublishItemsOutcome> {
  requireMay(actor, 'item.publish');
  const unsettled = new Map<string, Locale[]>();
  for (const { id, languages } of targets) {
    unsettled.set(id, await unsettledLanguages(dependencies.drafts, id, languages));
  }
  return changePublications(dependencies, actor, targets, {
    act: 'item.published',
    options,
    async check(unit, items) {
      for (const [id, languages] of unsettled) {
        if (languages.length > 0) return { ok: false, id, reason: 'checks', checks: unsettledChecks(languages) };
      }
      const publishing = items.map((item, index) => ({ item, languages: targets[index]?.languages ?? [] }));
      for (const [id, checks] of await checkTogether(unit, dependencies.config, publishing)) {
        const isRefused = checks.some(({ severity }) => severity === 'error' || !options.acceptWarnings);
        if (isRefused) return { ok: false, id, reason: 'checks', checks };
      }
      return undefined;
    },
  });
}

/** Unpublishes languages of items, all or none. @throws {Forbidden} */
export async function unpublishItems(
  dependencies: ItemDependencies,
  actor: Actor,
  targets: readonly PublicationTarget[],
  options: Pick<PublishOptions, 'bySchedule'> = {},
): Promise<PublishItemsOutcome> {
  requireMay(actor, 'item.unpublish');
  return changePublications(dependencies, actor, targets, { act: 'item.unpublished', options });
}

interface PublicationAct {
  act: 'item.published' | 'item.unpublished';
  options: PublishOptions;
  check?: (unit: UnitOfWork, items: Item[]) => Promise<PublishItemsFailure | undefined>;
}

async function changePublications(
  { store, config, now = Date.now }: ItemDependencies,
  actor: Actor,
  targets: readonly PublicationTarget[],
  { act, options, check }: PublicationAct,
): Promise<PublishItemsOutcome> {
  if (targets.length > MOST_TOGETHER) throw new RangeError(`At most ${MOST_TOGETHER} items are published in one act`);
  return retryOnConflict<PublishItemsOutcome>(
    async () => {
      const unit = createUnitOfWork(store);
      await unit.read(targets.map(({ id }) => items.at(id)));
      const read: Item[] = [];
      for (const target of targets) {
        const item = unit.get(items.at(target.id));
        const failure = failureOf(unit, target, item);
        if (failure || !item) return failure ?? { ok: false, id: target.id, reason: 'not-found' };
        read.push(item);
      }
      const { bySchedule } = options;
      const calledOff = bySchedule && read.find((item) => !bySchedule(item));
      if (calledOff) return { ok: false, id: calledOff.id, reason: 'conflict' };
      const refusal = await check?.(unit, read);
      if (refusal) return refusal;
      const at = now();
      const changes = read.map((item, index): ItemChange => {
        const languages = [...new Set(targets[index]?.languages)];
        const publish = act === 'item.published' ? languages : [];
        const unpublish = publish.length > 0 ? [] : languages;
        return { item, change: { publish, unpublish, at, by: personOf(actor), bySchedule: bySchedule !== undefined } };
      });
      const together = await stageTogether(unit, config, changes);
      if (!together.ok) return refusalOf(together);
      for (const { item, changed } of together.outcomes) {
        if (changed.length === 0) continue;
        const { actor: who, details } = recordOf(actor, options);
        unit.append(auditWrite(itemEntry({ act, at, actor: who, item, details: { ...details, languages: changed } })));
      }
      const most = mostThatFit(unit, targets.length);
      if (most !== undefined) return { ok: false, id: targets[0]?.id ?? '', reason: 'too-many', most };
      const version = await unit.commit();
      return {
        ok: true,
        published: together.outcomes.map(({ item, changed }, index) => {
          const ref = items.at(item.id);
          const stored = unit.get(ref) ?? item;
          const isSame = version === undefined || stored === read[index];
          return { item: stored, version: isSame ? unit.versionOf(ref) : version, changed };
        }),
      };
    },
    { giveUp: () => ({ ok: false, id: targets[0]?.id ?? '', reason: 'conflict' }) },
  );
}

function failureOf(
  unit: UnitOfWork,
  { id, expectedVersion, languages }: PublicationTarget,
  item: Item | undefined,
): PublishItemsFailure | undefined {
  if (!item) return { ok: false, id, reason: 'not-found' };
  if (item.trashedAt !== undefined) return { ok: false, id, reason: 'in-trash' };
  if (expectedVersion !== undefined && expectedVersion !== unit.versionOf(items.at(id))) {
    return { ok: false, id, reason: 'conflict' };
  }
  const isLacking = languages.length === 0 || languages.some((language) => !item.languages[language]);
  return isLacking ? { ok: false, id, reason: 'language-missing' } : undefined;
}

/** Failures found only while staging: an address that two items want, or a deleted picture. */
function refusalOf({ itemId, failure }: TogetherOutcome & { ok: false }): PublishItemsFailure {
  if (failure.reason === 'slug-taken') {
    const { language, itemId: target } = failure;
    const check: Check = { severity: 'error', code: 'slug-taken', language, field: 'slug', target };
    return { ok: false, id: itemId, reason: 'checks', checks: [check] };
  }
  return { ok: false, id: itemId, reason: failure.reason === 'invalid' ? 'conflict' : failure.reason };
}

function recordOf(actor: Actor, { bySchedule }: PublishOptions): { actor: AuditActor; details: AuditDetails } {
  if (!bySchedule) return { actor: onRecord(actor), details: {} };
  return { actor: { kind: 'system' }, details: { onBehalfOf: personOf(actor).name.slice(0, 300) } };
}
