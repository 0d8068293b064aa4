import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { type AuditActor, type AuditDetails, onRecord, personOf } from '../audit/audit-log.ts';
import { items } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import type { ItemDependencies, ItemTarget } from './change-item.ts';
import { type AcceptWarnings, findChecks, isRefused, type Publishing, publishedDocuments } from './check-item.ts';
import { commitPublications } from './commit-publications.ts';
import { itemEntry } from './publication-entry.ts';
import { type PublishFailure, type PublishOutcome, refusedBy } from './publish-outcome.ts';
import { appendMails } from './review-mails.ts';
import { knownDocuments, settledBy } from './settle-items.ts';

export interface PublicationTarget extends ItemTarget {
  /** At least one; a function chooses them once the item is read. */
  languages: readonly Locale[] | ((item: Item) => readonly Locale[]);
}

interface PublishOptions {
  acceptWarnings?: AcceptWarnings;
  /** Whether the server publishes for the actor, at a scheduled time. */
  bySchedule?: boolean;
}

/**
 * Publishes languages of an item after checks, all or none, in one commit. Its drafts are settled once, and every document read
 * once, until the commit conflicts with another one; derived documents are read at the commit, also if a check has read them.
 * @throws {Forbidden}
 */
export async function publishItem(
  dependencies: ItemDependencies,
  actor: Actor,
  target: PublicationTarget,
  { acceptWarnings = false, bySchedule = false }: PublishOptions = {},
): Promise<PublishOutcome> {
  requireMay(actor, 'item.publish');
  const settled = await settledBy(dependencies.drafts, target);
  return changePublications(
    dependencies,
    actor,
    { ...target, settled },
    {
      action: 'item.published',
      bySchedule,
      async prevent(unit, publishing) {
        const checks = await findChecks(unit, dependencies.config, publishing, settled?.refused);
        if (isMissing(publishing)) return { ok: false, reason: 'language-missing', checks };
        return isRefused(checks, acceptWarnings) ? refusedBy(checks) : undefined;
      },
    },
  );
}

/** Unpublishes languages of an item, all or none. @throws {Forbidden} */
export async function unpublishItem(
  dependencies: ItemDependencies,
  actor: Actor,
  target: PublicationTarget,
  { bySchedule = false }: Pick<PublishOptions, 'bySchedule'> = {},
): Promise<PublishOutcome> {
  requireMay(actor, 'item.unpublish');
  return changePublications(dependencies, actor, target, {
    action: 'item.unpublished',
    bySchedule,
    prevent: async (_, publishing) =>
      isMissing(publishing) ? { ok: false, reason: 'language-missing', checks: [] } : undefined,
  });
}

interface ChangeOptions {
  action: 'item.published' | 'item.unpublished';
  bySchedule: boolean;
  /** Why the languages cannot be changed. */
  prevent(unit: UnitOfWork, publishing: Publishing): Promise<PublishFailure | undefined>;
}

async function changePublications(
  dependencies: ItemDependencies,
  actor: Actor,
  target: PublicationTarget,
  { action, bySchedule, prevent }: ChangeOptions,
): Promise<PublishOutcome> {
  const { actor: who, details } = recordOf(actor, bySchedule);
  let item: Item | undefined;
  const about = (failure: PublishFailure): PublishFailure => ({ ...failure, ...(item && { item }) });
  const [outcome] = await commitPublications(
    dependencies,
    [
      {
        async decide(unit, at) {
          const ref = items.at(target.id);
          await unit.read([ref]);
          item = unit.get(ref);
          if (!item) return { ok: false, reason: 'not-found' };
          const problem = targetProblem(item, unit.versionOf(ref), target);
          if (problem) return about({ ok: false, reason: problem });
          const asked = typeof target.languages === 'function' ? target.languages(item) : target.languages;
          const languages = [...new Set(asked)];
          await unit.read(publishedDocuments(dependencies.config, item, languages));
          const prevented = await prevent(unit, { item, languages });
          if (prevented) return about(prevented);
          if (action === 'item.published') {
            const reviewed = languages.filter((language) => item?.languages[language]?.review);
            const news = { kind: 'review-published' as const, by: actor, item, languages: reviewed };
            await appendMails(unit, dependencies.reviewMails, news);
          }
          const [publish, unpublish] = action === 'item.published' ? [languages, []] : [[], languages];
          return { ok: true, item, change: { publish, unpublish, at, by: personOf(actor), bySchedule } };
        },
      },
    ],
    {
      known: knownDocuments(target),
      record: (committed, at) =>
        committed.flatMap(({ item: stored, changed: languages }) => {
          if (languages.length === 0) return [];
          return [itemEntry({ action, at, actor: who, item: stored, details: { ...details, languages } })];
        }),
      giveUp: () => [about({ ok: false, reason: 'conflict' })],
    },
  );
  if (!outcome) throw new Error(`${target.id} is missing from the outcome of publishing`);
  if (!outcome.ok) return about(outcome);
  return outcome;
}

/** Why an item is not the one that the caller means. */
function targetProblem(
  item: Item,
  version: number,
  { expectedVersion, isAsKnown }: ItemTarget,
): 'in-trash' | 'conflict' | undefined {
  if (item.trashedAt !== undefined) return 'in-trash';
  const isVersion = expectedVersion === undefined || expectedVersion === version;
  return isVersion && isAsKnown?.(item) !== false ? undefined : 'conflict';
}

function isMissing({ item, languages }: Publishing): boolean {
  return languages.length === 0 || languages.some((language) => !item.languages[language]);
}

function recordOf(actor: Actor, bySchedule: boolean): { actor: AuditActor; details: AuditDetails } {
  if (!bySchedule) return { actor: onRecord(actor), details: {} };
  return { actor: { kind: 'system' }, details: { onBehalfOf: personOf(actor).name.slice(0, 300) } };
}
