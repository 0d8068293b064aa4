import { archiveItem, unarchiveItem } from '#core/items/archive-item.ts';
import { checkItem } from '#core/items/check-items.ts';
import { unpublishItems } from '#core/items/publish-items.ts';
import { cancelSchedule, schedulePublish, scheduleUnpublish } from '#core/items/schedule-item.ts';
import { trashItem, untrashItem } from '#core/items/trash-item.ts';
import type { Check } from '#core/publishing/publish-checks.ts';
import { timeZone } from '#site-config';
import { type ManagedItem, readSettled } from '../managed-item/read-managed-item.ts';
import { momentOfClock } from '../site-clock.ts';
import { warningKeys } from './check-sentence.ts';
import { lifeStamp } from './life-stamp.ts';
import { type CheckedPartner, publishTogether } from './publish-together.ts';
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
  /** The publication state differs from the one that the sender had seen. */
  | 'changed';

export type LifeOutcome =
  | { ok: true; notice: PublishingNotice }
  | { ok: false; reason: Reason }
  /** They must be published together, but one action can take only `most` such items. */
  | { ok: false; reason: 'too-many'; most: number }
  /** Unless there are only warnings, and they were accepted. */
  | { ok: false; reason: 'checks' | 'warnings'; checks: Check[]; partners?: CheckedPartner[] }
  /** Other items must be published together with it, which was not confirmed. */
  | { ok: false; reason: 'together'; checks: Check[]; partners: CheckedPartner[] };

/** Maximum retries of an action that conflicts with typing. */
const ATTEMPTS = 20;

/**
 * Publishes, schedules, archives or moves an item, provided that its publication state is the one its sender saw: concurrent
 * typing is included, other concurrent actions cause a refusal.
 */
export async function changeLife(
  { dependencies, actor, item }: ManagedItem,
  form: PublishingForm,
): Promise<LifeOutcome> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await readSettled(dependencies, item.id);
    if (!found) return { ok: false, reason: 'not-found' };
    if (form.stamp !== '' && form.stamp !== lifeStamp(found.item)) return { ok: false, reason: 'changed' };
    const target = { id: item.id, languages: form.languages, expectedVersion: found.version };
    const outcome = await attemptChange({ dependencies, actor }, form, target);
    if (outcome.ok || outcome.reason !== 'conflict') return outcome;
  }
  return { ok: false, reason: 'conflict' };
}

interface Target {
  id: string;
  languages: string[];
  expectedVersion: number;
}

async function attemptChange(
  { dependencies, actor }: Pick<ManagedItem, 'dependencies' | 'actor'>,
  form: PublishingForm,
  target: Target,
): Promise<LifeOutcome> {
  switch (form.intent) {
    case 'publish': {
      const outcome = await publishTogether({ dependencies, actor }, form, target);
      if (!outcome.ok) return outcome;
      if (outcome.isSame) return { ok: true, notice: 'nothing' };
      return { ok: true, notice: outcome.isTogether ? 'publishedTogether' : 'published' };
    }
    case 'schedule-publish': {
      const moment = momentOf(form);
      if (!moment.ok) return moment;
      const refusal = await refusedBy({ dependencies, actor }, form, target);
      if (refusal) return refusal;
      const scheduled = { ...target, at: moment.at };
      return told(await schedulePublish(dependencies, actor, scheduled, { acceptWarnings: true }), 'scheduled');
    }
    case 'schedule-unpublish': {
      const moment = momentOf(form);
      if (!moment.ok) return moment;
      return told(await scheduleUnpublish(dependencies, actor, { ...target, at: moment.at }), 'scheduled');
    }
    case 'cancel':
      return told(await cancelSchedule(dependencies, actor, { ...target, acts: form.acts }), 'cancelled');
    case 'unpublish':
      return told(await unpublishItems(dependencies, actor, [target]), 'unpublished');
    case 'archive':
      return told(await archiveItem(dependencies, actor, target), 'archived');
    case 'unarchive':
      return told(await unarchiveItem(dependencies, actor, target), 'unarchived');
    case 'trash':
      return told(await trashItem(dependencies, actor, target), 'trashed');
    case 'untrash':
      return told(await untrashItem(dependencies, actor, target), 'untrashed');
    default:
      throw new RangeError(`${form.intent} changes nothing of an item's life`);
  }
}

function told<
  O extends
    | { ok: true }
    | { ok: false; reason: Reason }
    | { ok: false; reason: 'too-many'; most: number }
    | { ok: false; reason: 'checks'; checks: Check[] },
>(outcome: O, notice: PublishingNotice): LifeOutcome {
  return outcome.ok ? { ok: true, notice } : outcome;
}

/** Errors block; so do warnings that were not shown to the person who confirmed. */
async function refusedBy(
  { dependencies, actor }: Pick<ManagedItem, 'dependencies' | 'actor'>,
  { accepted }: PublishingForm,
  { id, languages }: Target,
): Promise<LifeOutcome | undefined> {
  const checks = (await checkItem(dependencies, actor, { id, languages })) ?? [];
  if (checks.some(({ severity }) => severity === 'error')) return { ok: false, reason: 'checks', checks };
  const isAccepted = warningKeys(checks).every((key) => accepted.includes(key));
  return isAccepted ? undefined : { ok: false, reason: 'warnings', checks };
}

function momentOf(form: PublishingForm): { ok: true; at: number } | { ok: false; reason: 'when' | 'skipped' } {
  const moment = momentOfClock(form, timeZone);
  if (moment.ok) return moment;
  return { ok: false, reason: moment.reason === 'skipped' ? 'skipped' : 'when' };
}
