import type { Item } from '#core/content/item.ts';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { formShape, listField, MAX_FORM_BYTES, textField } from '#core/forms/form-shape.ts';
import { changeStanding } from '#core/items/change-standing.ts';
import { askForReview, sendBack, withdrawReview } from '#core/items/review-item.ts';
import { isLanguageCode, type Locale } from '#core/locales/locale.ts';
import type { ItemTarget } from '#core/publishing/change-item.ts';
import type { Check } from '#core/publishing/publish-checks.ts';
import { publishItem } from '#core/publishing/publish-item.ts';
import type { PublishFailure, PublishOutcome } from '#core/publishing/publish-outcome.ts';
import { cancelSchedule, schedulePublish, scheduleUnpublish } from '#core/publishing/schedule-item.ts';
import { teamTimeZone } from '../../ui/kit/format-moment.ts';
import type { ManagedItem } from '../managed-item/read-managed-item.ts';
import { momentOfOccurrence } from '../site-clock.ts';
import {
  type FilledForm,
  PUBLISHING_INTENTS,
  type PublishingIntent,
  type PublishingNotice,
} from './publishing-answer.ts';

/** The fields of all forms of the panel: each form has some of them. */
export const PUBLISHING_FORM = formShape({
  intent: textField(),
  languages: listField(),
  date: textField(),
  time: textField(),
  occurrence: textField(),
  stamp: textField(),
  at: textField(),
  form: textField(),
  confirmed: textField(),
  // One line per warning that was shown.
  accepted: textField(MAX_FORM_BYTES),
  actions: listField(),
  days: textField(),
  preview: textField(),
  note: textField(CONTENT_LIMITS.reviewNote * 2),
  reviewer: textField(),
  stays: textField(),
});

/** A parsed form of the publish panel. */
export interface PublishingForm extends FilledForm {
  intent: PublishingIntent;
  /** The item's fingerprint when the page was loaded, and the time; empty if the form does not include it. */
  stamp: string;
  at: number;
  /** Whether the action was confirmed. */
  confirmed: boolean;
  /** The accepted warnings. */
  accepted: string[];
  /** For `cancel`. */
  actions: ('publish' | 'unpublish')[];
  days: number;
  /** The id of a link to the draft. */
  preview: string;
  /** Whether the form is on another page, which stays open. */
  stays: boolean;
}

/** @returns `undefined` for an unknown intent. */
export function readPublishingForm(form: FormData): PublishingForm | undefined {
  const intent = PUBLISHING_INTENTS.find((name) => name === form.get('intent'));
  if (!intent) return undefined;
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const asked = form.getAll('languages');
  return {
    intent,
    languages: languagesIn(asked),
    date: text('date'),
    time: text('time').slice(0, 5),
    occurrence: text('occurrence') === 'second' ? 'second' : 'first',
    note: text('note'),
    reviewer: text('reviewer'),
    stamp: text('stamp'),
    at: Number(text('at')) || Date.now(),
    confirmed: form.has('confirmed'),
    accepted: text('accepted').split(/\r?\n/).filter(Boolean),
    actions: (['publish', 'unpublish'] as const).filter((action) => form.getAll('actions').includes(action)),
    days: Number(text('days')),
    preview: text('preview'),
    stays: form.has('stays'),
  };
}

/** The selected languages in the order of the form; unknown ones are refused by the use cases. */
function languagesIn(asked: FormDataEntryValue[]): Locale[] {
  const names = asked.filter((value): value is string => typeof value === 'string' && isLanguageCode(value));
  return [...new Set(names)];
}

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
