import type { Item } from '#core/content/item.ts';
import type { ItemDependencies, ItemTarget } from '#core/items/change-item.ts';
import { changeStanding } from '#core/items/change-standing.ts';
import type { CheckedItem } from '#core/items/check-items.ts';
import { type PublicationTarget, publishItems } from '#core/items/publish-items.ts';
import { askForReview, sendBack, withdrawReview } from '#core/items/review-item.ts';
import { cancelSchedule, schedulePublish, scheduleUnpublish } from '#core/items/schedule-item.ts';
import type { Locale } from '#core/locales/locale.ts';
import { timeZone } from '#site-config';
import type { ManagedItem } from '../managed-item/read-managed-item.ts';
import { momentOfOccurrence } from '../site-clock.ts';
import { acceptedKeys, partnerKey } from './accepted-keys.ts';
import { lifeStamp } from './life-stamp.ts';
import type { PublishingNotice } from './publishing-answer.ts';
import type { PublishingForm } from './publishing-form.ts';

type Reason =
  | 'not-found'
  | 'in-trash'
  | 'conflict'
  | 'language-missing'
  | 'fixed-page'
  | 'past'
  | 'order'
  | 'when'
  | 'skipped'
  | 'nothing-new'
  | 'not-asked'
  | 'invalid-note'
  /** The publication state differs from the one that the sender had seen. */
  | 'changed';

/** The result of a form of the panel. */
export type LifeOutcome =
  | { ok: true; notice: PublishingNotice; item: Item }
  | { ok: false; reason: Reason }
  /** They must be published together, but one action can take only `most` such items. */
  | { ok: false; reason: 'too-many'; most: number }
  /** Unless there are only warnings, and they were accepted; the item of the form first. */
  | { ok: false; reason: 'checks' | 'warnings'; checked: readonly CheckedItem[] }
  /** Other items must be published together with it, which was not confirmed. */
  | { ok: false; reason: 'together'; checked: readonly CheckedItem[] };

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
      return publishTogether({ dependencies, actor }, form, target);
    case 'schedule-publish': {
      const moment = momentOf(form);
      return moment.ok ? scheduleChecked(dependencies, actor, form, { ...target, at: moment.at }) : moment;
    }
    case 'schedule-unpublish': {
      const moment = momentOf(form);
      if (!moment.ok) return moment;
      return told(await scheduleUnpublish(dependencies, actor, { ...target, at: moment.at }), 'scheduled');
    }
    case 'cancel':
      return told(await cancelSchedule(dependencies, actor, { ...target, actions: form.actions }), 'cancelled');
    case 'ask-review':
      return told(await askForReview(dependencies, actor, target), 'reviewAsked');
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

/**
 * Publishes languages of an item, together with the items that leave their new addresses. Errors block; so do warnings and
 * other items that were not shown to the person who confirmed.
 */
export async function publishTogether(
  { dependencies, actor }: Pick<ManagedItem, 'dependencies' | 'actor'>,
  { accepted, together }: Pick<PublishingForm, 'accepted' | 'together'>,
  target: PublicationTarget,
): Promise<LifeOutcome> {
  const isAccepted = (checked: readonly CheckedItem[]) =>
    checked.slice(1).every((partner) => together.includes(partnerKey(partner))) &&
    acceptedKeys(checked).every((key) => accepted.includes(key));
  const outcome = await publishItems(dependencies, actor, [target], {
    acceptWarnings: isAccepted,
    withPartner: ({ languages }) => languages,
  });
  if (outcome.ok) {
    const [published, ...partners] = outcome.published;
    if (!published) throw new Error(`${target.id} is missing from the outcome of publishing`);
    const isSame = outcome.published.every(({ changed }) => changed.length === 0);
    const notice = isSame ? 'nothing' : partners.length > 0 ? 'publishedTogether' : 'published';
    return { ok: true, notice, item: published.item };
  }
  if (outcome.reason !== 'checks' && outcome.reason !== 'language-missing') return outcome;
  const { checked } = outcome;
  // A missing language is an error among the checks.
  const hasErrors = checked.some(({ checks }) => checks.some(({ severity }) => severity === 'error'));
  if (hasErrors) return { ok: false, reason: 'checks', checked };
  return { ok: false, reason: checked.length > 1 ? 'together' : 'warnings', checked };
}

/** Errors block; so do warnings that were not shown to the person who confirmed. A wrong time takes precedence over both. */
async function scheduleChecked(
  dependencies: ItemDependencies,
  actor: ManagedItem['actor'],
  { accepted }: PublishingForm,
  target: Parameters<typeof schedulePublish>[2],
): Promise<LifeOutcome> {
  const isAccepted = (checked: readonly CheckedItem[]) => acceptedKeys(checked).every((key) => accepted.includes(key));
  const outcome = await schedulePublish(dependencies, actor, target, { acceptWarnings: isAccepted });
  if (outcome.ok) return told(outcome, 'scheduled');
  if (outcome.reason === 'past' || outcome.reason === 'order') return { ok: false, reason: outcome.reason };
  const { checked = [] } = outcome;
  const hasErrors = checked.some(({ checks }) => checks.some(({ severity }) => severity === 'error'));
  if (hasErrors) return { ok: false, reason: 'checks', checked };
  if (!isAccepted(checked)) return { ok: false, reason: 'warnings', checked };
  return { ok: false, reason: outcome.reason === 'checks' ? 'conflict' : outcome.reason };
}

function told(
  outcome: { ok: true; item: Item } | { ok: false; reason: Reason } | { ok: false; reason: 'too-many'; most: number },
  notice: PublishingNotice,
): LifeOutcome {
  return outcome.ok ? { ok: true, notice, item: outcome.item } : outcome;
}

function momentOf(form: PublishingForm): { ok: true; at: number } | { ok: false; reason: 'when' | 'skipped' } {
  const moment = momentOfOccurrence(form, timeZone);
  if (moment.ok) return { ok: true, at: moment.at };
  return { ok: false, reason: moment.reason === 'skipped' ? 'skipped' : 'when' };
}
