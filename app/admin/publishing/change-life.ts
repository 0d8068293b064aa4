import type { Item } from '#core/content/item.ts';
import { changeStanding } from '#core/items/change-standing.ts';
import { askForReview, sendBack, withdrawReview } from '#core/items/review-item.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { ItemTarget } from '#core/publishing/change-item.ts';
import type { Check } from '#core/publishing/publish-checks.ts';
import { publishItem } from '#core/publishing/publish-item.ts';
import type { PublishFailure, PublishOutcome } from '#core/publishing/publish-outcome.ts';
import { cancelSchedule, schedulePublish, scheduleUnpublish } from '#core/publishing/schedule-item.ts';
import { teamTimeZone } from '../../ui/kit/format-moment.ts';
import type { ManagedItem } from '../managed-item/read-managed-item.ts';
import { momentOfOccurrence } from '../site-clock.ts';
import type { PublishingNotice } from './publishing-answer.ts';
import type { PublishingForm } from './publishing-form.ts';

/** Why something other than publishing was refused. */
type Reason =
  | 'not-found'
  | 'in-trash'
  | 'conflict'
  | 'language-missing'
  | 'fixed-page'
  | 'topic-in-use'
  | 'when'
  | 'skipped'
  | 'nothing-new'
  | 'not-asked'
  | 'invalid-note'
  | 'no-reviewer'
  | 'too-many'
  | 'item-too-long'
  /** The publication state differs from the one that the sender had seen. */
  | 'changed';

/** The result of a form of the panel. */
export type LifeOutcome =
  | { ok: true; notice: PublishingNotice; item: Item }
  | { ok: false; reason: Reason }
  | PublishFailure;

/**
 * Publishes, schedules, reviews, archives or moves an item, provided that its publication state is the one its sender saw: concurrent
 * typing is included, other concurrent actions cause a refusal.
 */
export async function changeLife(managed: ManagedItem, form: PublishingForm): Promise<LifeOutcome> {
  const { dependencies, actor, item } = managed;
  let isChanged = false;
  const isAsKnown = (found: Item) => {
    isChanged = form.stamp !== '' && form.stamp !== lifeStamp(found);
    return !isChanged;
  };
  if (!isAsKnown(item)) return { ok: false, reason: 'changed' };
  const outcome = await change(dependencies, actor, form, {
    id: item.id,
    languages: form.languages,
    isAsKnown,
    settled: managed,
  });
  return !outcome.ok && outcome.reason === 'conflict' && isChanged ? { ok: false, reason: 'changed' } : outcome;
}

async function change(
  dependencies: ManagedItem['dependencies'],
  actor: ManagedItem['actor'],
  form: PublishingForm,
  target: ItemTarget & { languages: Locale[] },
): Promise<LifeOutcome> {
  const { intent } = form;
  switch (intent) {
    case 'publish':
      return published(await publishItem(dependencies, actor, target, { acceptWarnings: accepts(form) }));
    case 'schedule-publish': {
      const moment = momentOf(form);
      if (!moment.ok) return moment;
      const options = { acceptWarnings: accepts(form) };
      return told(await schedulePublish(dependencies, actor, { ...target, at: moment.at }, options), 'scheduled');
    }
    case 'schedule-unpublish': {
      const moment = momentOf(form);
      if (!moment.ok) return moment;
      return told(await scheduleUnpublish(dependencies, actor, { ...target, at: moment.at }), 'scheduled');
    }
    case 'cancel':
      return told(await cancelSchedule(dependencies, actor, { ...target, actions: form.actions }), 'cancelled');
    case 'ask-review':
      return told(
        await askForReview(dependencies, actor, { ...target, note: form.note, reviewer: form.reviewer }),
        'reviewAsked',
      );
    case 'withdraw-review':
      return told(await withdrawReview(dependencies, actor, target), 'reviewWithdrawn');
    case 'send-back':
      return told(await sendBack(dependencies, actor, { ...target, note: form.note }), 'sentBack');
    case 'unpublish':
    case 'archive':
    case 'unarchive':
    case 'trash':
    case 'untrash':
      return told(await changeStanding(dependencies, actor, intent, target), NOTICES[intent]);
    default:
      throw new RangeError(`${intent} changes nothing of an item's life`);
  }
}

const NOTICES = {
  unpublish: 'unpublished',
  archive: 'archived',
  unarchive: 'unarchived',
  trash: 'trashed',
  untrash: 'untrashed',
} as const;

/** Warnings that were not shown to the person who confirmed prevent publishing. */
function accepts({ accepted }: Pick<PublishingForm, 'accepted'>): (checks: readonly Check[]) => boolean {
  return (checks) => acceptedKeys(checks).every((key) => accepted.includes(key));
}

/** Keys of the warnings among checks: a confirmation covers exactly these. */
export function acceptedKeys(checks: readonly Check[]): string[] {
  const keys = checks
    .filter(({ severity }) => severity === 'warning')
    .map(({ code, language, target = '' }) => [language, code, target].join(' '));
  return [...new Set(keys)].sort();
}

function published(outcome: PublishOutcome): LifeOutcome {
  return told(outcome, outcome.ok && outcome.changed.length === 0 ? 'nothing' : 'published');
}

function told(
  outcome: { ok: true; item: Item } | { ok: false; reason: Reason } | PublishFailure,
  notice: PublishingNotice,
): LifeOutcome {
  return outcome.ok ? { ok: true, notice, item: outcome.item } : outcome;
}

function momentOf(form: PublishingForm): { ok: true; at: number } | { ok: false; reason: 'when' | 'skipped' } {
  const moment = momentOfOccurrence(form, teamTimeZone());
  if (moment.ok) return { ok: true, at: moment.at };
  return { ok: false, reason: moment.reason === 'skipped' ? 'skipped' : 'when' };
}

/**
 * A fingerprint of an item's publication state: it changes when somebody publishes, schedules or archives, but not when
 * somebody types.
 */
export function lifeStamp({ languages, trashedAt }: Item): string {
  const parts = Object.entries(languages)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { revision, publishedSlug, state, schedule }]) =>
      [
        code,
        revision,
        publishedSlug === undefined ? (state === 'archived' ? 'archived' : 'hidden') : 'public',
        schedule?.publishAt ?? '',
        schedule?.unpublishAt ?? '',
      ].join(':'),
    );
  return [...parts, trashedAt === undefined ? '' : 'trash'].join(' ').trim();
}
