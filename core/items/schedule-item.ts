import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import type { Item, Schedule } from '../content/item.ts';
import { hiddenState, type ScheduledAction, withAction, withoutActions } from '../content/schedule.ts';
import type { Locale } from '../locales/locale.ts';
import type { Check } from '../publishing/publish-checks.ts';
import {
  changeItem,
  type ItemDependencies,
  type ItemFailure,
  type ItemOutcome,
  type ItemSuccess,
  type ItemTarget,
  personOf,
  withLanguages,
} from './change-item.ts';
import { type AcceptWarnings, type CheckedItem, checkSettled, findLeaving, refusedItem } from './check-items.ts';
import { createSettling } from './settle-items.ts';

export interface ScheduleTarget extends ItemTarget {
  languages: readonly Locale[];
  /** Milliseconds since 1970. */
  at: number;
}

/** `past`: the time is not in the future. `order`: it would be unpublished before it is published. */
type ScheduleReason = 'language-missing' | 'past' | 'order';

export type SchedulePublishOutcome =
  | ItemSuccess
  /** A time that cannot be is refused without checks; `checked` where they were run. */
  | (ItemFailure<ScheduleReason> & { checked?: CheckedItem[] })
  /** As for publishing: errors, or warnings that were not accepted. */
  | { ok: false; reason: 'checks'; checks: Check[]; checked: CheckedItem[] };

/**
 * Schedules languages of an item to be published together. When due, the author must still have the right, and the checks must
 * find no errors. Replaces an earlier schedule. @throws {Forbidden}
 */
export async function schedulePublish(
  dependencies: ItemDependencies,
  actor: Actor,
  target: ScheduleTarget,
  { acceptWarnings = false }: { acceptWarnings?: AcceptWarnings } = {},
): Promise<SchedulePublishOutcome> {
  requireMay(actor, 'item.schedule');
  const settling = createSettling(dependencies.drafts, [target]);
  await settling.refusedParts(target.id);
  let checked: CheckedItem[] | undefined;
  let checks: Check[] = [];
  const outcome = await changeItem<ScheduleReason | 'checks'>(dependencies, actor, target, async (unit, item, now) => {
    const problem = scheduleProblem(item, target, 'publish', now);
    if (problem && problem !== 'language-missing') return { ok: false, reason: problem };
    const reads = { unit, settling };
    const publishing = [{ item, languages: [...new Set(target.languages)] }];
    checked = await findLeaving(reads, await checkSettled(reads, dependencies.config, publishing));
    if (problem) return { ok: false, reason: problem };
    const refused = refusedItem(checked, acceptWarnings);
    if (refused) {
      checks = refused.checks;
      return { ok: false, reason: 'checks' };
    }
    const planned = plan(item, target, 'publish', actor);
    return {
      ok: true,
      item: planned,
      entry: { action: 'item.scheduled', details: { languages: [...new Set(target.languages)] } },
    };
  });
  if (outcome.ok) return outcome;
  const { reason } = outcome;
  if (reason === 'checks') return { ok: false, reason, checks, checked: checked ?? [] };
  return { ok: false, reason, ...(checked && { checked }) };
}

/** Schedules languages of an item to be unpublished. @throws {Forbidden} */
export async function scheduleUnpublish(
  dependencies: ItemDependencies,
  actor: Actor,
  target: ScheduleTarget,
): Promise<ItemOutcome<ScheduleReason>> {
  requireMay(actor, 'item.schedule');
  return changeItem<ScheduleReason>(dependencies, actor, target, (_unit, item, now) => {
    const problem = scheduleProblem(item, target, 'unpublish', now);
    if (problem) return { ok: false, reason: problem };
    const planned = plan(item, target, 'unpublish', actor);
    const details = { languages: [...new Set(target.languages)] };
    return { ok: true, item: planned, entry: { action: 'item.unpublish-scheduled', details } };
  });
}

/** Cancels the scheduled actions of languages, and clears their last failure. @throws {Forbidden} */
export async function cancelSchedule(
  dependencies: ItemDependencies,
  actor: Actor,
  target: ItemTarget & { languages: readonly Locale[]; actions?: readonly ScheduledAction[] },
): Promise<ItemOutcome> {
  requireMay(actor, 'item.schedule');
  const actions = target.actions ?? ['publish', 'unpublish'];
  return changeItem(dependencies, actor, target, (_unit, item) => {
    const languages = [...new Set(target.languages)].filter((language) => item.languages[language]?.schedule);
    if (languages.length === 0) return { ok: true, item };
    const cancelled = withoutScheduled(item, languages, actions);
    return { ok: true, item: cancelled, entry: { action: 'item.schedule-cancelled', details: { languages } } };
  });
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
): ScheduleReason | undefined {
  if (languages.length === 0 || languages.some((language) => !item.languages[language])) return 'language-missing';
  if (at <= now) return 'past';
  const isBackwards = languages.some((language) => {
    const { publishAt, unpublishAt } = item.languages[language]?.schedule ?? {};
    return action === 'publish'
      ? unpublishAt !== undefined && unpublishAt <= at
      : publishAt !== undefined && publishAt >= at;
  });
  return isBackwards ? 'order' : undefined;
}
