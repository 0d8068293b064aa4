import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { personOf } from '../audit/audit-log.ts';
import {
  hiddenState,
  type Item,
  type Schedule,
  type ScheduledAction,
  withAction,
  withoutActions,
} from '../content/item.ts';
import type { Locale } from '../locales/locale.ts';
import { changeItem, type ItemDependencies, type ItemOutcome, type ItemTarget, withLanguages } from './change-item.ts';
import { type AcceptWarnings, findChecks, isRefused } from './check-item.ts';
import { type PublishFailure, type PublishOutcome, refusedBy } from './publish-outcome.ts';
import { appendMails } from './review-mails.ts';
import { settledBy } from './settle-items.ts';

export interface ScheduleTarget extends ItemTarget {
  languages: readonly Locale[];
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * Schedules languages of an item to be published together. When due, the author must still have the right, and the checks must
 * find no errors. Replaces an earlier schedule. A time that cannot be is refused without checks. @throws {Forbidden}
 */
export async function schedulePublish(
  dependencies: ItemDependencies,
  actor: Actor,
  target: ScheduleTarget,
  { acceptWarnings = false }: { acceptWarnings?: AcceptWarnings } = {},
): Promise<PublishOutcome> {
  requireMay(actor, 'item.schedule');
  const settled = await settledBy(dependencies.drafts, target);
  const languages = [...new Set(target.languages)];
  const outcome = await changeItem<PublishFailure>(
    dependencies,
    actor,
    { ...target, settled },
    async (unit, item, now) => {
      const problem = scheduleProblem(item, target, 'publish', now);
      if (problem && problem.reason !== 'language-missing') return problem;
      const checks = await findChecks(unit, dependencies.config, { item, languages }, settled?.refused);
      if (problem) return { ...problem, checks };
      if (isRefused(checks, acceptWarnings)) return refusedBy(checks, item);
      const planned = plan(item, target, 'publish', actor);
      const reviewed = languages.filter((language) => item.languages[language]?.review);
      const news = { kind: 'review-scheduled' as const, by: actor, item, languages: reviewed };
      await appendMails(unit, dependencies.reviewMails, news);
      return { ok: true, item: planned, entry: { action: 'item.scheduled', details: { languages } } };
    },
  );
  return unchanged(outcome);
}

/** Schedules languages of an item to be unpublished. @throws {Forbidden} */
export async function scheduleUnpublish(
  dependencies: ItemDependencies,
  actor: Actor,
  target: ScheduleTarget,
): Promise<PublishOutcome> {
  requireMay(actor, 'item.schedule');
  const outcome = await changeItem<PublishFailure>(dependencies, actor, target, (_unit, item, now) => {
    const problem = scheduleProblem(item, target, 'unpublish', now);
    if (problem) return problem;
    const planned = plan(item, target, 'unpublish', actor);
    const details = { languages: [...new Set(target.languages)] };
    return { ok: true, item: planned, entry: { action: 'item.unpublish-scheduled', details } };
  });
  return unchanged(outcome);
}

/** Cancels the scheduled actions of languages, and clears their last failure. @throws {Forbidden} */
export async function cancelSchedule(
  dependencies: ItemDependencies,
  actor: Actor,
  target: ItemTarget & { languages: readonly Locale[]; actions?: readonly ScheduledAction[] },
): Promise<PublishOutcome> {
  requireMay(actor, 'item.schedule');
  const actions = target.actions ?? ['publish', 'unpublish'];
  const outcome = await changeItem(dependencies, actor, target, (_unit, item) => {
    const languages = [...new Set(target.languages)].filter((language) => item.languages[language]?.schedule);
    if (languages.length === 0) return { ok: true, item };
    const cancelled = withoutScheduled(item, languages, actions);
    return { ok: true, item: cancelled, entry: { action: 'item.schedule-cancelled', details: { languages } } };
  });
  return unchanged(outcome);
}

/** A schedule changes no publication. */
function unchanged(outcome: ItemOutcome | PublishFailure): PublishOutcome {
  return outcome.ok ? { ...outcome, changed: [] } : outcome;
}

/** The item without the given scheduled actions; `failed` records their failure. */
export function withoutScheduled(
  item: Item,
  languages: readonly Locale[],
  actions: readonly ScheduledAction[],
  failed?: Schedule['failed'],
): Item {
  return withLanguages(item, languages, ({ schedule: before, ...content }) => {
    const left = withoutActions(before, actions);
    const schedule = failed ? { ...left, failed } : left;
    const state = content.state === 'scheduled' ? hiddenState(schedule) : content.state;
    return { ...content, state, ...(schedule && { schedule }) };
  });
}

function plan(item: Item, { languages, at }: ScheduleTarget, action: ScheduledAction, actor: Actor): Item {
  return withLanguages(item, languages, ({ review, ...content }) => {
    const schedule = withAction(content.schedule, action, { at, by: personOf(actor) });
    const state = content.publishedSlug === undefined ? hiddenState(schedule) : content.state;
    // An archived language stays archived until it is published, unless that is scheduled.
    const isPutAway = content.state === 'archived' && schedule.publishAt === undefined;
    // Scheduling to publish answers a review as publishing does.
    return {
      ...content,
      ...(review && action === 'unpublish' && { review }),
      schedule,
      state: isPutAway ? 'archived' : state,
    };
  });
}

function scheduleProblem(
  item: Item,
  { languages, at }: ScheduleTarget,
  action: ScheduledAction,
  now: number,
): PublishFailure | undefined {
  if (languages.length === 0 || languages.some((language) => !item.languages[language])) {
    return { ok: false, reason: 'language-missing', checks: [] };
  }
  if (at <= now) return { ok: false, reason: 'past' };
  const isBackwards = languages.some((language) => {
    const { publishAt, unpublishAt } = item.languages[language]?.schedule ?? {};
    return action === 'publish'
      ? unpublishAt !== undefined && unpublishAt <= at
      : publishAt !== undefined && publishAt >= at;
  });
  return isBackwards ? { ok: false, reason: 'order' } : undefined;
}
